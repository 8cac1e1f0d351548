package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/// The loops over the rows of [PlainKernels], of which there is a copy for all [Kinds]. Each takes
/// the geometry, the data, where the first run begins, the part, where it goes, and the rows.
///
/// No method has more than 16 accesses: C2 stops to inline at about twice as many, and all is lost
/// then (runs of 80 bytes: .37 of a plain copy, .09 with both halves in one method).
final class PlainLoops {
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

  private PlainLoops() {}

  private static void checkOwners(MemorySegment data, MemorySegment part) {
    if (!IS_CONFINED && !(Kinds.isShared(data) && Kinds.isShared(part))) {
      throw Kinds.misfit(DATA, PART);
    }
  }

  static void bytes(
      PlainMover strip, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw Kinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = strip.pitch();
    long at = from;
    for (int i = 0; i < rows; i++, at += pitch) {
      part.set(JAVA_BYTE, to + i, data.get(JAVA_BYTE, at));
    }
  }

  static void shorts(
      PlainMover strip, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw Kinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = strip.pitch();
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += Short.BYTES) {
      part.set(JAVA_SHORT_UNALIGNED, end, data.get(JAVA_SHORT_UNALIGNED, at));
    }
  }

  static void ints(
      PlainMover strip, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw Kinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = strip.pitch();
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += Integer.BYTES) {
      part.set(JAVA_INT_UNALIGNED, end, data.get(JAVA_INT_UNALIGNED, at));
    }
  }

  static void longs(
      PlainMover strip, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw Kinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = strip.pitch();
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += Long.BYTES) {
      part.set(JAVA_LONG_UNALIGNED, end, data.get(JAVA_LONG_UNALIGNED, at));
    }
  }

  /// Each but the last store goes beyond its run.
  static void beyondInts(
      PlainMover strip, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw Kinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = strip.pitch();
    int run = strip.run();
    long at = from;
    long end = to;
    for (int i = 1; i < rows; i++, at += pitch, end += run) {
      part.set(JAVA_INT_UNALIGNED, end, data.get(JAVA_INT_UNALIGNED, at));
    }
    last(data, at, part, end, run);
  }

  /// Each but the last store goes beyond its run.
  static void beyondLongs(
      PlainMover strip, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw Kinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = strip.pitch();
    int run = strip.run();
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
      PlainMover strip, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw Kinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = strip.pitch();
    int run = strip.run();
    int tail = strip.bytes() - 8;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      part.set(JAVA_LONG_UNALIGNED, end, data.get(JAVA_LONG_UNALIGNED, at));
      part.set(JAVA_LONG_UNALIGNED, end + tail, data.get(JAVA_LONG_UNALIGNED, at + tail));
    }
  }

  static void pairs16(
      PlainMover strip, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw Kinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = strip.pitch();
    int run = strip.run();
    int tail = strip.bytes() - 16;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      Blocks.TWO_A.set(part, end, (long) Blocks.TWO_A.get(data, at));
      Blocks.TWO_B.set(part, end, (long) Blocks.TWO_B.get(data, at));
      Blocks.TWO_A.set(part, end + tail, (long) Blocks.TWO_A.get(data, at + tail));
      Blocks.TWO_B.set(part, end + tail, (long) Blocks.TWO_B.get(data, at + tail));
    }
  }

  static void pairs32(
      PlainMover strip, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (!IS_FOR_ALL && (data.getClass() != DATA || part.getClass() != PART)) {
      throw Kinds.misfit(DATA, PART);
    }
    checkOwners(data, part);
    long pitch = strip.pitch();
    int run = strip.run();
    int tail = strip.bytes() - 32;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      Blocks.FOUR_A.set(part, end, (long) Blocks.FOUR_A.get(data, at));
      Blocks.FOUR_B.set(part, end, (long) Blocks.FOUR_B.get(data, at));
      Blocks.FOUR_C.set(part, end, (long) Blocks.FOUR_C.get(data, at));
      Blocks.FOUR_D.set(part, end, (long) Blocks.FOUR_D.get(data, at));
      Blocks.FOUR_A.set(part, end + tail, (long) Blocks.FOUR_A.get(data, at + tail));
      Blocks.FOUR_B.set(part, end + tail, (long) Blocks.FOUR_B.get(data, at + tail));
      Blocks.FOUR_C.set(part, end + tail, (long) Blocks.FOUR_C.get(data, at + tail));
      Blocks.FOUR_D.set(part, end + tail, (long) Blocks.FOUR_D.get(data, at + tail));
    }
  }
}
