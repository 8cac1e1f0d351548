package io.cleave.cpu.vector;

import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.plan.ElementType;
import java.util.List;
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
    boolean areColumns = run < row && row % run == 0 && bits / Float.SIZE % run == 0;
    long columns = areColumns ? row / run : 1;
    boolean fit = Long.bitCount(columns) == 1 && columns * source.bits() <= Float.SIZE;
    return new ConvertKind(bits, source, target, fit ? (int) columns : 1, kinds);
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

  /// A key for maps, see [MemoryKinds#key].
  List<Object> key() {
    return kinds.key("convert", bits, source, target, columns);
  }

  /// The elements of a step.
  int lanes() {
    return bits / Float.SIZE;
  }

  /// The bits of the elements of a step.
  int stepBits() {
    return lanes() * source.bits();
  }

  /// The vector with the rows of a step.
  VectorSpecies<Byte> loaded() {
    return of(byte.class, columns * stepBits());
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
