package io.cleave.cpu;

import io.cleave.cpu.loops.ByKinds;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/// A bulk copy for each long run, specialised by the kinds of memory. In a JVM that had met five of
/// them, runs of 140, 256 and 1000 bytes came at .58, .65 and .89 of a plain copy where C2 knows
/// the classes of both segments, and at .19, .30 and .71 where it does not.
final class LongRuns {
  /// The method [#copy] for each kinds of memory.
  static final ByKinds<MethodHandle> COPIES =
      new ByKinds<>(
          kinds ->
              Specialized.method(
                  Specialized.copy(LongRuns.class, MethodHandles.lookup(), kinds),
                  "copy",
                  MemorySegment.class,
                  MemorySegment[].class,
                  MovedParts.class,
                  int[].class,
                  long.class,
                  long.class,
                  int.class));

  private static final MemoryKinds KINDS = MemoryKinds.of(MethodHandles.lookup());
  private static final Class<?> DATA = KINDS.data();
  private static final Class<?> PART = KINDS.part();
  private static final boolean IS_CONFINED = KINDS.isConfined();
  private static final boolean IS_FOR_ALL = KINDS.equals(MemoryKinds.ANY);

  private LongRuns() {}

  /// Copies the runs of some rows, in the order of the data.
  ///
  /// @param parts which of the moved parts, by their positions
  /// @param first where the rows begin, counted in rows
  static void copy(
      MemorySegment data,
      MemorySegment[] targets,
      MovedParts moved,
      int[] parts,
      long row,
      long first,
      int rows) {
    // Parts may have different owners, which the copies themselves check.
    if (!IS_CONFINED && !MemoryKinds.isShared(data)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    if (!IS_FOR_ALL && data.getClass() != DATA) {
      throw MemoryKinds.misfit(DATA, PART);
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
