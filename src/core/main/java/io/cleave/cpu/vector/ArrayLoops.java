package io.cleave.cpu.vector;

import io.cleave.plan.ElementType;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// The loops that convert arrays, of which there is a hidden copy for each [ArrayKind]: what is
/// constant in a copy is decided when it is compiled. They carry whole vectors.
final class ArrayLoops {
  /// Added to a number of up to 22 bits, it leaves no room for a fraction: rounds to nearest even,
  /// and has the integer in the low bits.
  private static final float ROUNDER = 0x1.8p23f;

  private static final int INFINITE = 0x7F80_0000;

  private static final ArrayKind KIND = ArrayKind.of(MethodHandles.lookup());
  private static final ElementType TYPE = KIND.type();
  private static final ArrayKind.Rule RULE = KIND.rule();
  private static final VectorSpecies<Float> FLOATS =
      VectorSpecies.of(float.class, VectorShape.forBitSize(KIND.bits()));
  private static final VectorSpecies<Integer> INTS =
      VectorSpecies.of(int.class, VectorShape.forBitSize(KIND.bits()));
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(KIND.bits() / 2));
  private static final VectorSpecies<Byte> BYTES =
      VectorSpecies.of(byte.class, VectorShape.forBitSize(Math.max(64, KIND.bits() / 4)));
  private static final int LANES = FLOATS.length();

  private ArrayLoops() {}

  static void decodeBytes(byte[] in, int first, float[] out, int count, float[] values) {
    for (int i = 0; i < count; i += LANES) {
      ByteVector loaded = ByteVector.fromArray(BYTES, in, first + i);
      IntVector wide =
          (IntVector)
              loaded.convertShape(
                  TYPE == ElementType.U8 ? VectorOperators.ZERO_EXTEND_B2I : VectorOperators.B2I,
                  INTS,
                  0);
      calculated(floats(wide), values).intoArray(out, i);
    }
  }

  static void decodeShorts(short[] in, int first, float[] out, int count, float[] values) {
    for (int i = 0; i < count; i += LANES) {
      ShortVector loaded = ShortVector.fromArray(SHORTS, in, first + i);
      IntVector wide =
          (IntVector)
              loaded.convertShape(
                  TYPE == ElementType.I16 ? VectorOperators.S2I : VectorOperators.ZERO_EXTEND_S2I,
                  INTS,
                  0);
      FloatVector decoded =
          TYPE == ElementType.BF16
              ? wide.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats()
              : floats(wide);
      calculated(decoded, values).intoArray(out, i);
    }
  }

  private static FloatVector floats(IntVector integers) {
    return (FloatVector) integers.convertShape(VectorOperators.I2F, FLOATS, 0);
  }

  private static FloatVector calculated(FloatVector value, float[] values) {
    return switch (RULE) {
      case CAST -> value;
      case AFFINE -> value.fma(values[0], values[1]);
      case DEQUANTIZED -> value.sub(values[1]).mul(values[0]);
    };
  }

  static void encodeBytes(float[] in, int first, byte[] out, int count, float[] values) {
    for (int i = 0; i < count; i += LANES) {
      IntVector rounded = rounded(FloatVector.fromArray(FLOATS, in, first + i), values);
      ((ByteVector) rounded.convertShape(VectorOperators.I2B, BYTES, 0)).intoArray(out, i);
    }
  }

  static void encodeShorts(float[] in, int first, short[] out, int count, float[] values) {
    for (int i = 0; i < count; i += LANES) {
      FloatVector value = FloatVector.fromArray(FLOATS, in, first + i);
      IntVector made = TYPE == ElementType.BF16 ? halved(value) : rounded(value, values);
      ((ShortVector) made.convertShape(VectorOperators.I2S, SHORTS, 0)).intoArray(out, i);
    }
  }

  /// Rounded to nearest even within a range, in the low bits; what is no number becomes 0.
  ///
  /// Floats of one sign are in the order of their bits, and integers have a minimum in one
  /// instruction: .08 ns an element, where the minimum and maximum of floats take .28.
  private static IntVector rounded(FloatVector value, float[] values) {
    IntVector bits = value.reinterpretAsInts();
    int most = Float.floatToRawIntBits(values[1]);
    boolean isUnsigned = TYPE == ElementType.U8 || TYPE == ElementType.U16;
    IntVector inside;
    if (isUnsigned) {
      IntVector magnitude = bits.max(0);
      VectorMask<Integer> isNaN = magnitude.compare(VectorOperators.GT, INFINITE);
      inside = magnitude.min(most).blend(0, isNaN);
    } else {
      IntVector magnitude = bits.and(Integer.MAX_VALUE);
      VectorMask<Integer> isNaN = magnitude.compare(VectorOperators.GT, INFINITE);
      VectorMask<Integer> isNegative = bits.compare(VectorOperators.LT, 0);
      IntVector below = magnitude.min(Float.floatToRawIntBits(-values[0])).or(Integer.MIN_VALUE);
      inside = magnitude.min(most).blend(below, isNegative).blend(0, isNaN);
    }
    return inside.reinterpretAsFloats().add(ROUNDER).reinterpretAsInts();
  }

  /// The upper halves, rounded to nearest even; NaNs are canonical.
  private static IntVector halved(FloatVector value) {
    IntVector bits = value.reinterpretAsInts();
    IntVector odd = bits.lanewise(VectorOperators.LSHR, 16).and(1);
    return bits.add(0x7FFF).add(odd).lanewise(VectorOperators.LSHR, 16);
  }
}
