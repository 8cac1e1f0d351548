package io.cleave.cpu;

import io.cleave.cpu.loops.Kinds;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/// A bulk copy for each run. In a JVM that had met five kinds of memory, runs of 140, 256 and 1000
/// bytes came at .58, .65 and .89 of a plain copy where C2 knows the classes of both segments, and
/// at .19, .30 and .71 where it does not.
final class BulkCopies implements RunCopier {
  private static final Class<?> DATA;
  private static final Class<?> PART;
  private static final boolean IS_CONFINED;
  private static final boolean IS_FOR_ALL;

  static {
    Kinds kinds = Kinds.of(MethodHandles.lookup());
    DATA = kinds.data();
    PART = kinds.part();
    IS_CONFINED = kinds.isConfined();
    IS_FOR_ALL = kinds.equals(Kinds.ANY);
  }

  @Override
  public void copy(Call call, MovedParts moved, int[] parts, long row, long first, int rows) {
    MemorySegment data = call.data();
    MemorySegment[] targets = call.targets();
    // Parts may have different owners, which the copies themselves check.
    if (!IS_CONFINED && !Kinds.isShared(data)) {
      throw Kinds.misfit(DATA, PART);
    }
    if (!IS_FOR_ALL && data.getClass() != DATA) {
      throw Kinds.misfit(DATA, PART);
    }
    for (long at = first; at < first + rows; at++) {
      for (int i : parts) {
        long run = moved.run(i);
        MemorySegment target = targets[i];
        if (target.getClass() == PART) {
          MemorySegment.copy(data, at * row + moved.offset(i), target, at * run, run);
        } else {
          copyToAny(data, at * row + moved.offset(i), target, at * run, run);
        }
      }
    }
  }

  /// For parts of another class than the first one.
  private static void copyToAny(
      MemorySegment data, long from, MemorySegment target, long to, long run) {
    MemorySegment.copy(data, from, target, to, run);
  }
}
