package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.plan.ElementType;
import java.util.Arrays;
import java.util.List;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// The constants of a copy of [PixelLoops].
///
/// @param bits of a vector
/// @param target f32, f16 or bf16
/// @param isSigned whether some results become negative f16
/// @param channels of a pixel
/// @param used has a bit for each channel that is converted, the lowest one for the first channel
/// @param isSingleRow whether there is a single row. In a JVM that had used confined arenas, a loop
///   over rows left long rows to the interpreter, and was compiled again for ten seconds
record PixelKind(
    int bits,
    ElementType source,
    ElementType target,
    boolean isSigned,
    int channels,
    int used,
    boolean isSingleRow,
    MemoryKinds kinds) {
  static final int MOST_CHANNELS = 4;

  /// Few processors rearrange wider vectors of bytes.
  private static final int MOST_REARRANGED_BITS = 256;

  /// The kind for such pixels.
  static PixelKind of(int bits, Formula[] formulas, int channels, int used, MemoryKinds kinds) {
    ElementType source = formulas[0].source();
    ElementType target = formulas[0].target();
    int width = channels == 3 ? Math.min(bits, MOST_REARRANGED_BITS) : bits;
    boolean isSigned =
        target == ElementType.F16 && Arrays.stream(formulas).anyMatch(Formula::mayBeNegative);
    return new PixelKind(width, source, target, isSigned, channels, used, true, kinds);
  }

  /// Copy for several rows.
  PixelKind ofRows() {
    return new PixelKind(bits, source, target, isSigned, channels, used, false, kinds);
  }

  /// A key for maps, see [MemoryKinds#key].
  List<Object> key() {
    return kinds.key("pixels", bits, source, target, isSigned, channels, used, isSingleRow);
  }

  /// The pixels of a step.
  int lanes() {
    return bits / Float.SIZE;
  }

  /// The bytes of the pixels of a step.
  int spanBytes() {
    return lanes() * channels;
  }

  /// The bytes that a step loads, four for each pixel, or two.
  int windowBytes() {
    return lanes() * (channels == 2 ? Short.BYTES : Integer.BYTES);
  }

  /// The bytes that a step stores in a part.
  int madeBytes() {
    return lanes() * target.bits() / Byte.SIZE;
  }

  /// The bytes that a step loads beside its pixels.
  int moreBytes() {
    return windowBytes() - spanBytes();
  }

  /// The fewest pixels of a row, so that none of the two last steps begins before it.
  int fewestPixels() {
    return 4 * lanes();
  }

  /// True if C2 might not inline all operations into one loop: it stops at 18,000 nodes.
  boolean takesTwoPasses() {
    return isSigned && Integer.bitCount(used) == MOST_CHANNELS;
  }

  boolean uses(int channel) {
    return (used >> channel & 1) != 0;
  }

  <E> VectorSpecies<E> of(Class<E> element, int width) {
    return VectorSpecies.of(element, VectorShape.forBitSize(width));
  }
}
