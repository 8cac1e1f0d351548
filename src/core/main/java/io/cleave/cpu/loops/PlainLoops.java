package io.cleave.cpu.loops;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The loops over the rows of [PlainKernels], of which there is a copy for all [MemoryKinds] and
/// words. Each takes the geometry, the data, where the first run begins, the part, where it goes,
/// and the rows.
final class PlainLoops {
  /// The constants of a copy.
  ///
  /// @param word the bytes that are loaded and stored at once
  record Kind(MemoryKinds kinds, int word) {}

  private static final @Nullable Kind KIND = Specialized.data(MethodHandles.lookup(), Kind.class);
  private static final MemoryKinds KINDS = KIND == null ? MemoryKinds.ANY : KIND.kinds();
  private static final Class<?> DATA = KINDS.data();
  private static final Class<?> PART = KINDS.part();
  private static final boolean IS_CONFINED = KINDS.isConfined();
  private static final boolean IS_FOR_ALL = KIND == null;
  private static final int WORD = KIND == null ? 0 : KIND.word();

  // Blocks of two and four longs. Of accesses to one structure C2 checks the bounds once. So it
  // does
  // with slices of a constant size, as fast. But in one JVM of two it made objects of these, for it
  // had seen too little of the JDK's method that makes them, while the JDK itself had not: two runs
  // of 32 bytes came at a fifteenth of the rate then.
  private static final StructLayout TWO =
      structLayout(JAVA_LONG_UNALIGNED.withName("a"), JAVA_LONG_UNALIGNED.withName("b"));
  private static final StructLayout FOUR =
      structLayout(
          JAVA_LONG_UNALIGNED.withName("a"),
          JAVA_LONG_UNALIGNED.withName("b"),
          JAVA_LONG_UNALIGNED.withName("c"),
          JAVA_LONG_UNALIGNED.withName("d"));

  private static final VarHandle TWO_A = handle(TWO, "a");
  private static final VarHandle TWO_B = handle(TWO, "b");
  private static final VarHandle FOUR_A = handle(FOUR, "a");
  private static final VarHandle FOUR_B = handle(FOUR, "b");
  private static final VarHandle FOUR_C = handle(FOUR, "c");
  private static final VarHandle FOUR_D = handle(FOUR, "d");

  private PlainLoops() {}

  private static VarHandle handle(StructLayout block, String name) {
    return block.varHandle(groupElement(name)).withInvokeExactBehavior();
  }

  private static void checkOwners(MemorySegment data, MemorySegment part) {
    if (!IS_CONFINED && !(MemoryKinds.isShared(data) && MemoryKinds.isShared(part))) {
      throw MemoryKinds.misfit(DATA, PART);
    }
  }

  /// Runs of a word.
  static void words(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    int word = IS_FOR_ALL ? runs.word() : WORD;
    long pitch = runs.pitch();
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += word) {
      move(word, data, at, part, end);
    }
  }

  /// Runs that are shorter than a word. Each but the last store goes beyond its run.
  static void beyond(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    int word = IS_FOR_ALL ? runs.word() : WORD;
    long pitch = runs.pitch();
    int run = runs.run();
    long at = from;
    long end = to;
    for (int i = 1; i < rows; i++, at += pitch, end += run) {
      move(word, data, at, part, end);
    }
    for (int i = 0; i < run; i++) {
      part.set(JAVA_BYTE, end + i, data.get(JAVA_BYTE, at + i));
    }
  }

  /// Blocks of a word and more, and up to two.
  static void pairs(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    int word = IS_FOR_ALL ? runs.word() : WORD;
    long pitch = runs.pitch();
    int run = runs.run();
    int tail = runs.bytes() - word;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      move(word, data, at, part, end);
      move(word, data, at + tail, part, end + tail);
    }
  }

  /// Copies the runs of some rows in the order of the data, each by a bulk copy.
  ///
  /// @param parts indices in `offsets` and `runs`
  /// @param first the first row
  static void longRuns(
      MemorySegment data,
      MemorySegment[] targets,
      long[] offsets,
      long[] runs,
      int[] parts,
      long row,
      long first,
      int rows) {
    // Parts may have different owners, which the copies themselves check.
    if (!IS_FOR_ALL && data.getClass() != DATA) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, data);
    for (long at = first; at < first + rows; at++) {
      for (int i : parts) {
        long run = runs[i];
        MemorySegment target = targets[i];
        if (target.getClass() == PART) {
          MemorySegment.copy(data, at * row + offsets[i], target, at * run, run);
        } else {
          copyToAny(data, at * row + offsets[i], target, at * run, run);
        }
      }
    }
  }

  /// For parts of another class than the first one.
  private static void copyToAny(
      MemorySegment data, long from, MemorySegment target, long to, long run) {
    MemorySegment.copy(data, from, target, to, run);
  }

  /// Moves one word.
  private static void move(int word, MemorySegment data, long at, MemorySegment part, long to) {
    switch (word) {
      case 1 -> part.set(JAVA_BYTE, to, data.get(JAVA_BYTE, at));
      case 2 -> part.set(JAVA_SHORT_UNALIGNED, to, data.get(JAVA_SHORT_UNALIGNED, at));
      case 4 -> part.set(JAVA_INT_UNALIGNED, to, data.get(JAVA_INT_UNALIGNED, at));
      case 8 -> part.set(JAVA_LONG_UNALIGNED, to, data.get(JAVA_LONG_UNALIGNED, at));
      case 16 -> {
        TWO_A.set(part, to, (long) TWO_A.get(data, at));
        TWO_B.set(part, to, (long) TWO_B.get(data, at));
      }
      default -> {
        FOUR_A.set(part, to, (long) FOUR_A.get(data, at));
        FOUR_B.set(part, to, (long) FOUR_B.get(data, at));
        FOUR_C.set(part, to, (long) FOUR_C.get(data, at));
        FOUR_D.set(part, to, (long) FOUR_D.get(data, at));
      }
    }
  }
}
