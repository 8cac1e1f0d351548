package io.cleave.cpu;

import io.cleave.plan.BitOrder;
import java.lang.foreign.MemorySegment;

/// A stage for runs that begin and end anywhere within a byte. It takes 8 rows at a time, or a
/// multiple: these begin on whole bytes, in the data and in every part.
///
/// Its arrays hold streams of which the least significant bit of a byte comes first. A stream that
/// fills its bytes from the other end becomes such a stream, and back, when the bits of each byte
/// are reversed.
final class BitStage implements Stage {
  private final MemorySegment data;
  private final int row;
  private final MovedParts moved;
  private final BitBuffer staged;
  private final BitBuffer gathered;

  /// @param row the bits of one row
  /// @param rows the most rows that will be copied at a time
  BitStage(MemorySegment data, BitOrder order, int row, MovedParts moved, int rows) {
    this.data = data;
    this.row = row;
    this.moved = moved;
    int bytes = Math.ceilDiv(rows * row, Byte.SIZE);
    this.staged = new BitBuffer(bytes, order);
    this.gathered = new BitBuffer(bytes, order);
  }

  @Override
  public void copy(long first, int rows) {
    staged.load(data, first * row / Byte.SIZE, Math.ceilDiv(rows * row, Byte.SIZE));
    for (int i = 0; i < moved.count(); i++) {
      int run = (int) moved.run(i);
      BitRuns.gather(staged.bytes(), (int) moved.offset(i), row, gathered.bytes(), run, rows);
      gathered.store(moved.target(i), first * run / Byte.SIZE, rows * run);
    }
  }
}
