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

/// The loops over the rows of [PlainKernels], of which there is a copy for all [MemoryKinds]. Each
/// takes the geometry, the data, where the first run begins, the part, where it goes, and the rows.
///
/// No method has more than 16 accesses: C2 stops to inline at about twice as many, and all is lost
/// then (runs of 80 bytes: .37 of a plain copy, .09 with both halves in one method).
final class PlainLoops {
  private static final Class<?> DATA;
  private static final Class<?> PART;
  private static final boolean IS_CONFINED;
  private static final boolean IS_FOR_ALL;

  static {
    MemoryKinds kinds = MemoryKinds.of(MethodHandles.lookup());
    DATA = kinds.data();
    PART = kinds.part();
    IS_CONFINED = kinds.isConfined();
    IS_FOR_ALL = kinds.equals(MemoryKinds.ANY);
  }

  // Blocks of two and four words. Of accesses to one structure C2 checks the bounds once. So it
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

  private static final VarHandle TWO_A = word(TWO, "a");
  private static final VarHandle TWO_B = word(TWO, "b");
  private static final VarHandle FOUR_A = word(FOUR, "a");
  private static final VarHandle FOUR_B = word(FOUR, "b");
  private static final VarHandle FOUR_C = word(FOUR, "c");
  private static final VarHandle FOUR_D = word(FOUR, "d");

  private PlainLoops() {}

  private static VarHandle word(StructLayout block, String name) {
    return block.varHandle(groupElement(name)).withInvokeExactBehavior();
  }

  private static void checkOwners(MemorySegment data, MemorySegment part) {
    if (!IS_CONFINED && !(MemoryKinds.isShared(data) && MemoryKinds.isShared(part))) {
      throw MemoryKinds.misfit(DATA, PART);
    }
  }

  static void bytes(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = runs.pitch();
    long at = from;
    for (int i = 0; i < rows; i++, at += pitch) {
      part.set(JAVA_BYTE, to + i, data.get(JAVA_BYTE, at));
    }
  }

  static void shorts(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = runs.pitch();
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += Short.BYTES) {
      part.set(JAVA_SHORT_UNALIGNED, end, data.get(JAVA_SHORT_UNALIGNED, at));
    }
  }

  static void ints(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = runs.pitch();
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += Integer.BYTES) {
      part.set(JAVA_INT_UNALIGNED, end, data.get(JAVA_INT_UNALIGNED, at));
    }
  }

  static void longs(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = runs.pitch();
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += Long.BYTES) {
      part.set(JAVA_LONG_UNALIGNED, end, data.get(JAVA_LONG_UNALIGNED, at));
    }
  }

  /// Each but the last store goes beyond its run.
  static void beyondInts(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = runs.pitch();
    int run = runs.run();
    long at = from;
    long end = to;
    for (int i = 1; i < rows; i++, at += pitch, end += run) {
      part.set(JAVA_INT_UNALIGNED, end, data.get(JAVA_INT_UNALIGNED, at));
    }
    last(data, at, part, end, run);
  }

  /// Each but the last store goes beyond its run.
  static void beyondLongs(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = runs.pitch();
    int run = runs.run();
    long at = from;
    long end = to;
    for (int i = 1; i < rows; i++, at += pitch, end += run) {
      part.set(JAVA_LONG_UNALIGNED, end, data.get(JAVA_LONG_UNALIGNED, at));
    }
    last(data, at, part, end, run);
  }

  private static void last(MemorySegment data, long at, MemorySegment part, long end, int run) {
    for (int i = 0; i < run; i++) {
      part.set(JAVA_BYTE, end + i, data.get(JAVA_BYTE, at + i));
    }
  }

  static void pairs8(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = runs.pitch();
    int run = runs.run();
    int tail = runs.bytes() - 8;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      part.set(JAVA_LONG_UNALIGNED, end, data.get(JAVA_LONG_UNALIGNED, at));
      part.set(JAVA_LONG_UNALIGNED, end + tail, data.get(JAVA_LONG_UNALIGNED, at + tail));
    }
  }

  static void pairs16(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = runs.pitch();
    int run = runs.run();
    int tail = runs.bytes() - 16;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      TWO_A.set(part, end, (long) TWO_A.get(data, at));
      TWO_B.set(part, end, (long) TWO_B.get(data, at));
      TWO_A.set(part, end + tail, (long) TWO_A.get(data, at + tail));
      TWO_B.set(part, end + tail, (long) TWO_B.get(data, at + tail));
    }
  }

  static void pairs32(
      PlainMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = runs.pitch();
    int run = runs.run();
    int tail = runs.bytes() - 32;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      FOUR_A.set(part, end, (long) FOUR_A.get(data, at));
      FOUR_B.set(part, end, (long) FOUR_B.get(data, at));
      FOUR_C.set(part, end, (long) FOUR_C.get(data, at));
      FOUR_D.set(part, end, (long) FOUR_D.get(data, at));
      FOUR_A.set(part, end + tail, (long) FOUR_A.get(data, at + tail));
      FOUR_B.set(part, end + tail, (long) FOUR_B.get(data, at + tail));
      FOUR_C.set(part, end + tail, (long) FOUR_C.get(data, at + tail));
      FOUR_D.set(part, end + tail, (long) FOUR_D.get(data, at + tail));
    }
  }
}
