package io.cleave.cpu;

import io.cleave.plan.BitOrder;
import java.lang.foreign.MemorySegment;

/// One thread's place to put together ranges of a part's bytes, where rows are too long to be
/// staged: it stages one run at a time, or a stretch of one.
final class BitCopier {
  private final MemorySegment data;
  private final long row;
  private final BitBuffer staged;
  private final BitBuffer gathered;

  /// Longer stretches of a run are staged in pieces of so many bits.
  private final int capacity;

  /// @param row the bits of one row
  /// @param rangeBytes the most bytes that a range will have
  BitCopier(MemorySegment data, BitOrder order, long row, int rangeBytes) {
    this.data = data;
    this.row = row;
    this.capacity = rangeBytes * Byte.SIZE;
    // A stretch may begin within a byte.
    this.staged = new BitBuffer(rangeBytes + 1, order);
    this.gathered = new BitBuffer(rangeBytes, order);
  }

  /// Writes bytes `begin` to `end - 1` of a part. Bits after the part's last one become 0.
  ///
  /// @param offset where the part begins within each row
  /// @param size all bits of the part
  void copy(long offset, long run, long size, MemorySegment target, long begin, long end) {
    long bit = begin * Byte.SIZE;
    int bits = (int) (Math.min(size, end * Byte.SIZE) - bit);
    for (int done = 0; done < bits; ) {
      long column = (bit + done) % run;
      int count = (int) Math.min(run - column, Math.min(capacity, bits - done));
      append((bit + done) / run * row + offset + column, done, count);
      done += count;
    }
    gathered.store(target, begin, bits);
  }

  /// Appends `count` bits of the data to the `done` bits that are gathered.
  private void append(long from, int done, int count) {
    int skipped = (int) (from % Byte.SIZE);
    staged.load(data, from / Byte.SIZE, Math.ceilDiv(skipped + count, Byte.SIZE));
    BitRuns.append(staged.bytes(), skipped, gathered.bytes(), done, count);
  }
}
