package io.cleave.cpu;

import java.lang.foreign.MemorySegment;

/// A stage for whole bytes: rows are copied into an array, their short runs are gathered part by
/// part in another one, and each part's leave it in one copy.
final class ByteStage implements Stage {
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

  /// Whether runs of this length are gathered. Others go to their part straight from the data: with
  /// two threads, rows of 3 runs of 65, 68 and 125 bytes came at 19, 20 and 21 GB/s, through the
  /// stage at 13 to 17.
  static boolean isShort(long run) {
    return run < RunCopier.BULK_RUN;
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
