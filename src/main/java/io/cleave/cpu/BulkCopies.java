package io.cleave.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/// A bulk copy for each run. It goes through slices, whose class C2 knows once it knows that of the
/// segment: in a JVM that had met five kinds of memory, runs of 140, 256 and 1000 bytes came at
/// .58, .65 and .89 of a plain copy so, at .19, .30 and .71 by [MemorySegment#copy].
final class BulkCopies implements RunCopier {
  private static final boolean IS_CONFINED = Kinds.isForConfined(MethodHandles.lookup());

  @Override
  public void copy(Call call, MovedParts moved, int[] parts, long row, long first, int rows) {
    MemorySegment data = call.data();
    MemorySegment[] targets = call.targets();
    // Parts may have different owners, which the copies themselves check.
    if (!IS_CONFINED && !Kinds.isShared(data)) {
      throw new IllegalStateException("loops for memory that is shared");
    }
    for (long at = first; at < first + rows; at++) {
      for (int i : parts) {
        long run = moved.run(i);
        MemorySegment source = data.asSlice(at * row + moved.offset(i), run);
        targets[i].asSlice(at * run, run).copyFrom(source);
      }
    }
  }
}
