package io.cleave.cpu.vector;

import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.plan.ElementType;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// The constants of a copy of [ConvertLoops].
///
/// @param bits of a vector
/// @param columns how many elements of the data there are for one of the part; 1 where they are
///   consecutive
record ConvertKind(
    int bits, ElementType source, ElementType target, int columns, MemoryKinds kinds) {
  private static final int MOST_COLUMNS = 16;

  private static final int FEWEST_BITS = 64;

  /// The fewest bits of a vector of floats of which one of bytes has as many lanes.
  private static final int FEWEST_BITS_OF_BYTES = 256;

  /// The kind for such elements, or null where there is none or plain loops are faster.
  ///
  /// @param row the elements of a row
  /// @param run those of each of its columns, if it has any
  static @Nullable ConvertKind of(
      int bits, ElementType source, ElementType target, long row, long run, MemoryKinds kinds) {
    if (!isFor(bits, source) || !isFor(bits, target) || !isFaster(source, target)) {
      return null;
    }
    ConvertKind consecutive = new ConvertKind(bits, source, target, 1, kinds);
    boolean areColumns = run < row && row % run == 0 && consecutive.lanes() % run == 0;
    if (!areColumns || row / run > MOST_COLUMNS) {
      return consecutive;
    }
    ConvertKind columns = new ConvertKind(bits, source, target, (int) (row / run), kinds);
    return columns.windows() > ConvertWindows.MOST ? consecutive : columns;
  }

  private static boolean isFor(int bits, ElementType type) {
    return switch (type) {
      case U8, I8 -> bits >= FEWEST_BITS_OF_BYTES;
      case U16, I16, F16, BF16, F32 -> true;
      default -> false;
    };
  }

  /// Plain loops have an instruction that makes f16, vectors must calculate: that pays where the
  /// rest is slow in plain Java.
  private static boolean isFaster(ElementType source, ElementType target) {
    return target != ElementType.F16 || source == ElementType.F32 || source == ElementType.BF16;
  }

  /// The elements of a step.
  int lanes() {
    return bits / Float.SIZE;
  }

  /// The bits of the elements of a step.
  int stepBits() {
    return lanes() * source.bits();
  }

  /// The bytes of the rows of a step.
  int spanBytes() {
    return columns * stepBits() / Byte.SIZE;
  }

  /// The bytes of a window, from which elements are selected.
  int windowBytes() {
    return Math.min(bits / Byte.SIZE, Integer.highestOneBit(spanBytes()));
  }

  /// The windows that cover the rows of a step.
  int windows() {
    return Math.ceilDiv(spanBytes(), windowBytes());
  }

  /// The byte where a window begins; the last one ends with the rows.
  int start(int window) {
    return Math.min(window * windowBytes(), spanBytes() - windowBytes());
  }

  /// The bits of the elements that a step makes.
  int madeBits() {
    return lanes() * target.bits();
  }

  /// A species of so many bits, or more where no loop uses it.
  <E> VectorSpecies<E> of(Class<E> element, int width) {
    return VectorSpecies.of(element, VectorShape.forBitSize(Math.max(FEWEST_BITS, width)));
  }
}
