package io.cleave.cpu;

import java.lang.foreign.MemorySegment;

/// A stage for whole bytes: rows are copied into an array, their short runs are gathered part by
/// part in another one, and each part's leave it in one copy.
final class ByteStage implements Stage {
  /// Runs from this length on go to their part straight from the data. Through the stage, rows of 3
  /// runs of 128 bytes came at 0.42 of a copy instead of 0.54, 64 runs of 256 at 0.36, not 0.56.
  private static final long DIRECT_RUN = 128;

  /// So do runs of whole words from this length on, of which a bulk copy for each is about as fast.
  /// Of runs of 100 bytes it moves 3 GB/s even within the cache, a gather 22.
  private static final long DIRECT_WORDS = 64;

  private final MemorySegment data;
  private final int row;
  private final MovedParts moved;
  private final byte[] staged;
  private final byte[] gathered;
  private final MemorySegment stagedMemory;
  private final MemorySegment gatheredMemory;

  /// @param row the bytes of one row
  /// @param rows the most rows that will be copied at a time
  ByteStage(MemorySegment data, int row, MovedParts moved, int rows) {
    this.data = data;
    this.row = row;
    this.moved = moved;
    this.staged = new byte[rows * row + ShortRuns.SLACK];
    this.gathered = new byte[rows * row + ShortRuns.SLACK];
    this.stagedMemory = MemorySegment.ofArray(staged);
    this.gatheredMemory = MemorySegment.ofArray(gathered);
  }

  /// Whether runs of this length are gathered.
  static boolean isShort(long run) {
    return run < (run % Long.BYTES == 0 ? DIRECT_WORDS : DIRECT_RUN);
  }

  @Override
  public void copy(long first, int rows) {
    MemorySegment.copy(data, first * row, stagedMemory, 0, (long) rows * row);
    gather(rows);
    // Only now, for stores to memory that is not in the cache hold up those of a gather.
    int from = 0;
    for (int i = 0; i < moved.count(); i++) {
      long run = moved.run(i);
      if (isShort(run)) {
        MemorySegment.copy(gatheredMemory, from, moved.target(i), first * run, rows * run);
        from += (int) (rows * run);
      } else {
        long inData = first * row + moved.offset(i);
        RunCopier.copy(data, inData, row, moved.target(i), first * run, run, rows);
      }
    }
  }

  private void gather(int rows) {
    int to = 0;
    for (int i = 0; i < moved.count(); i++) {
      if (isShort(moved.run(i))) {
        int run = (int) moved.run(i);
        ShortRuns.gather(staged, (int) moved.offset(i), row, gathered, to, run, rows);
        to += rows * run;
      }
    }
  }
}
