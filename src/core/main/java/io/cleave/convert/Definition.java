package io.cleave.convert;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;

/// Definition of the conversion of one part, element by element, as [Conversion] says.
///
/// An immutable value.
///
/// @param source the type of the data
/// @param rule the rule of the part
/// @param target the type of the part
public record Definition(ElementType source, Rule rule, ElementType target) {
  /// The quantiles of a normal distribution that QLoRA's type stands for (Dettmers et al. 2023,
  /// appendix E).
  private static final float[] NF4 = {
    -1.0f, -0.6961928f, -0.52507305f, -0.3949175f,
    -0.28444138f, -0.18477343f, -0.091050036f, 0.0f,
    0.0795803f, 0.1609302f, 0.2461123f, 0.33791524f,
    0.44070983f, 0.562617f, 0.72295684f, 1.0f
  };

  private static final int F32_NAN = 0x7FC0_0000;
  private static final int F16_NAN = 0x7E00;
  private static final int BF16_NAN = 0x7FC0;

  /// The definition for one part of a plan.
  public static Definition of(ElementType source, Conversion conversion, int part) {
    return new Definition(source, conversion.rule(part), conversion.target());
  }

  /// The target's bit pattern for one of the source.
  ///
  /// @param pattern without sign extension
  public long apply(long pattern) {
    double exact = decoded(pattern);
    return switch (rule) {
      case Rule.Cast _ when target == ElementType.F64 -> Double.doubleToLongBits(exact);
      case Rule.Cast _ -> encoded((float) exact);
      case Rule.Affine(float scale, float bias) -> encoded(Math.fma((float) exact, scale, bias));
      // The difference of two integers of 32 bits is exact in double precision.
      case Rule.Dequantized(float scale, long zero) -> encoded((float) (exact - zero) * scale);
    };
  }

  /// The target's patterns for all of the source, of which there are 256 or fewer. Those of fewer
  /// than 8 bits are repeated, so that bits beyond a pattern do not matter.
  ///
  /// @throws IllegalStateException if the source has more than 8 bits
  public long[] table() {
    if (source.bits() > Byte.SIZE) {
      throw new IllegalStateException("%s has more patterns than a table".formatted(source));
    }
    long[] table = new long[1 << Byte.SIZE];
    int mask = (1 << source.bits()) - 1;
    for (int i = 0; i < table.length; i++) {
      table[i] = apply(i & mask);
    }
    return table;
  }

  /// The number that a pattern of the source stands for. Exact: no type that is converted has more
  /// than 32 bits.
  private double decoded(long pattern) {
    return switch (source) {
      case BOOLEAN -> pattern == 0 ? 0 : 1;
      case U1, U2, U3, U4, U6, U8, U16, U32 -> pattern;
      case I4, I8, I16, I32 -> signed(pattern, source.bits());
      case F32 -> Float.intBitsToFloat((int) pattern);
      case F16 -> Float.float16ToFloat((short) pattern);
      case BF16 -> Float.intBitsToFloat((int) pattern << 16);
      case NF4 -> NF4[(int) pattern];
      case F4E2M1 -> small(pattern, 2, 1, 1);
      case F8E4M3 -> (pattern & 0x7F) == 0x7F ? Double.NaN : small(pattern, 4, 3, 7);
      case F8E5M2 -> Float.float16ToFloat((short) (pattern << 8));
      case F8E8M0 -> pattern == 0xFF ? Double.NaN : Math.scalb(1.0, (int) pattern - 127);
      case F64, I64, U64, STRING ->
          throw new IllegalArgumentException("%s is not converted".formatted(source));
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

  /// The target's pattern for a number.
  private long encoded(float value) {
    return switch (target) {
      case F32 -> Float.isNaN(value) ? F32_NAN : Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
      case F16 -> Float.isNaN(value) ? F16_NAN : Float.floatToFloat16(value) & 0xFFFFL;
      case BF16 -> Float.isNaN(value) ? BF16_NAN : toBf16(Float.floatToRawIntBits(value));
      case U8 -> clamped(value, 0, 0xFF);
      case U16 -> clamped(value, 0, 0xFFFF);
      case I8 -> clamped(value, Byte.MIN_VALUE, Byte.MAX_VALUE) & 0xFF;
      case I16 -> clamped(value, Short.MIN_VALUE, Short.MAX_VALUE) & 0xFFFF;
      default -> throw new IllegalArgumentException("nothing is converted to %s".formatted(target));
    };
  }

  /// To nearest even, by a carry out of the half that is dropped.
  private static int toBf16(int bits) {
    return (bits + 0x7FFF + (bits >>> 16 & 1)) >>> 16;
  }

  private static long clamped(float value, int least, int most) {
    return (long) Math.rint(Math.clamp((double) value, least, most));
  }
}
