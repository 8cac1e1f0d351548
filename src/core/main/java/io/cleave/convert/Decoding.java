package io.cleave.convert;

import io.cleave.plan.ElementType;

/// Which numbers the bit patterns of a type stand for.
final class Decoding {
  /// The quantiles of a normal distribution that QLoRA's type stands for (Dettmers et al. 2023,
  /// appendix E).
  private static final float[] NF4 = {
    -1.0f,
    -0.6961928f,
    -0.52507305f,
    -0.3949175f,
    -0.28444138f,
    -0.18477343f,
    -0.091050036f,
    0.0f,
    0.0795803f,
    0.1609302f,
    0.2461123f,
    0.33791524f,
    0.44070983f,
    0.562617f,
    0.72295684f,
    1.0f
  };

  private Decoding() {}

  /// The number that a pattern stands for. Exact: no type that is converted has more than 32 bits.
  static double value(ElementType type, long pattern) {
    return switch (type) {
      case BOOLEAN -> pattern == 0 ? 0 : 1;
      case U1, U2, U3, U4, U6, U8, U16, U32 -> pattern;
      case I4, I8, I16, I32 -> signed(pattern, type.bits());
      case F32 -> Float.intBitsToFloat((int) pattern);
      case F16 -> Float.float16ToFloat((short) pattern);
      case BF16 -> Float.intBitsToFloat((int) pattern << 16);
      case NF4 -> NF4[(int) pattern];
      case F4E2M1 -> small(pattern, 2, 1, 1);
      case F8E4M3 -> (pattern & 0x7F) == 0x7F ? Double.NaN : small(pattern, 4, 3, 7);
      case F8E5M2 -> Float.float16ToFloat((short) (pattern << 8));
      case F8E8M0 -> pattern == 0xFF ? Double.NaN : Math.scalb(1.0, (int) pattern - 127);
      case F64, I64, U64, STRING ->
          throw new IllegalArgumentException("%s is not converted".formatted(type));
    };
  }

  private static long signed(long pattern, int bits) {
    int unused = Long.SIZE - bits;
    return pattern << unused >> unused;
  }

  /// A float whose exponents all stand for finite numbers.
  private static double small(long pattern, int exponentBits, int mantissaBits, int bias) {
    int exponent = (int) (pattern >> mantissaBits) & (1 << exponentBits) - 1;
    long mantissa = pattern & (1L << mantissaBits) - 1;
    long significand = exponent == 0 ? mantissa : mantissa | 1L << mantissaBits;
    double value = Math.scalb((double) significand, Math.max(1, exponent) - bias - mantissaBits);
    return pattern >> (exponentBits + mantissaBits) == 0 ? value : -value;
  }
}
