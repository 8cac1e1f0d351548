package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Runs;
import io.cleave.plan.ElementType;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// The constants of a copy of [ConvertLoops].
///
/// @param bits of a vector
/// @param windows how many a step loads; 0 for runs of at least a step
/// @param mayBeNaN whether NaNs must be made canonical
record ConvertKind(
    int bits,
    ElementType source,
    ElementType target,
    int windows,
    boolean mayBeNaN,
    MemoryKinds kinds) {
  private static final int FEWEST_BITS = 64;

  /// The fewest bits of a vector of floats of which one of bytes has as many lanes.
  private static final int FEWEST_BITS_OF_BYTES = 256;

  /// The kind for such runs, or null where there is none or plain loops are faster.
  static @Nullable ConvertKind of(int bits, Runs runs, Formula formula, MemoryKinds kinds) {
    ElementType source = formula.source();
    ElementType target = formula.target();
    if (!isFor(bits, source) || !isFor(bits, target) || !isFaster(source, target)) {
      return null;
    }
    int lanes = bits / Float.SIZE;
    long run = runs.run() * Byte.SIZE / source.bits();
    boolean isShort = runs.run() < runs.pitch() && run < lanes;
    long reach = isShort ? Math.ceilDiv(lanes, run) * runs.pitch() + runs.run() : 0;
    long windows = Math.ceilDiv(reach * Byte.SIZE, (long) bits);
    return windows > ConvertWindows.MOST
        ? null
        : new ConvertKind(bits, source, target, (int) windows, formula.mayBeNaN(), kinds);
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

  /// The bits of the elements that a step makes.
  int madeBits() {
    return lanes() * target.bits();
  }

  /// The largest number of an integer target.
  float most() {
    boolean isSigned = target == ElementType.I8 || target == ElementType.I16;
    return (1 << (target.bits() - (isSigned ? 1 : 0))) - 1;
  }

  /// A species of so many bits, or more where no loop uses it.
  <E> VectorSpecies<E> of(Class<E> element, int width) {
    return VectorSpecies.of(element, VectorShape.forBitSize(Math.max(FEWEST_BITS, width)));
  }

  /// The species to load or store bytes in.
  ///
  /// @param memory a class of segments
  VectorSpecies<?> species(Class<?> memory, VectorSpecies<Byte> bytes) {
    return new VectorKind(bytes, kinds, windows).species(memory);
  }
}
