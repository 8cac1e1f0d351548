package io.cleave.convert;

import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// What a conversion gives, with exact sums and products, and by searching for the nearest value:
/// it shares no arithmetic with what it is asked about.
final class ConversionOracle {
  /// The values of bitsandbytes' `create_normal_map`.
  private static final String[] NF4 =
      ("-1.0 -0.6961928009986877 -0.5250730514526367 -0.39491748809814453"
              + " -0.28444138169288635 -0.18477343022823334 -0.09105003625154495 0.0"
              + " 0.07958029955625534 0.16093020141124725 0.24611230194568634"
              + " 0.33791524171829224 0.44070982933044434 0.5626170039176941"
              + " 0.7229568362236023 1.0")
          .split(" ", -1);

  private ConversionOracle() {}

  static long apply(Definition definition, long pattern) {
    ElementType target = definition.target();
    double exact = decode(definition.source(), pattern);
    return switch (definition.rule()) {
      case Rule.Cast _ when target == ElementType.F64 -> Double.doubleToLongBits(exact);
      case Rule.Cast _ -> encode(target, (float) exact);
      case Rule.Affine(float scale, float bias) -> encode(target, fma((float) exact, scale, bias));
      case Rule.Dequantized(float scale, long zero) -> {
        BigDecimal difference = new BigDecimal(exact).subtract(BigDecimal.valueOf(zero));
        yield encode(target, fma(difference.floatValue(), scale, -0f));
      }
    };
  }

  /// The exact result, rounded once.
  private static float fma(float x, float scale, float bias) {
    if (!Float.isFinite(x)) {
      return x * scale + bias;
    }
    BigDecimal product = new BigDecimal(x).multiply(new BigDecimal(scale));
    BigDecimal sum = product.add(new BigDecimal(bias));
    if (sum.signum() == 0) {
      return product.signum() == 0 ? x * scale + bias : 0;
    }
    return Math.copySign(sum.abs().floatValue(), sum.signum());
  }

  private static double decode(ElementType type, long pattern) {
    return switch (type) {
      case BOOLEAN -> pattern == 0 ? 0 : 1;
      case I4, I8, I16, I32 -> {
        long range = 1L << type.bits();
        yield pattern >= range / 2 ? pattern - range : pattern;
      }
      case F32 -> ieee(pattern, 8, 23);
      case F16 -> ieee(pattern, 5, 10);
      case BF16 -> ieee(pattern, 8, 7);
      case F8E5M2 -> ieee(pattern, 5, 2);
      case F8E4M3 -> (pattern & 0x7F) == 0x7F ? Double.NaN : value(pattern, 4, 3);
      case F4E2M1 -> value(pattern, 2, 1);
      case F8E8M0 -> pattern == 0xFF ? Double.NaN : Math.scalb(1.0, (int) pattern - 127);
      case NF4 -> Float.parseFloat(NF4[(int) pattern]);
      default -> pattern;
    };
  }

  /// A float whose largest exponent is for infinities and NaNs.
  private static double ieee(long pattern, int exponentBits, int mantissaBits) {
    long infinite = ((1L << exponentBits) - 1) << mantissaBits;
    long magnitude = pattern & ((1L << (exponentBits + mantissaBits)) - 1);
    if (magnitude > infinite) {
      return Double.NaN;
    }
    double value = value(pattern, exponentBits, mantissaBits);
    return magnitude == infinite ? value * Double.POSITIVE_INFINITY : value;
  }

  /// A float of which all exponents are for numbers.
  private static double value(long pattern, int exponentBits, int mantissaBits) {
    int exponent = (int) (pattern >>> mantissaBits) & ((1 << exponentBits) - 1);
    long mantissa = pattern & ((1L << mantissaBits) - 1);
    long whole = exponent == 0 ? mantissa : mantissa | 1L << mantissaBits;
    int least = 2 - (1 << (exponentBits - 1)) - mantissaBits;
    double magnitude = Math.scalb((double) whole, least + Math.max(0, exponent - 1));
    return (pattern >>> (exponentBits + mantissaBits) & 1) == 0 ? magnitude : -magnitude;
  }

  private static long encode(ElementType type, float value) {
    return switch (type) {
      case F32 -> Float.floatToIntBits(value) & 0xFFFF_FFFFL;
      case F16 -> nearest(value, 5, 10);
      case BF16 -> nearest(value, 8, 7);
      case U8 -> nearestInteger(value, 0, 255);
      case I8 -> nearestInteger(value, -128, 127) & 0xFF;
      case U16 -> nearestInteger(value, 0, 65_535);
      case I16 -> nearestInteger(value, -32_768, 32_767) & 0xFFFF;
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /// The nearest integer, of two the even one, within a range; 0 for NaN.
  private static long nearestInteger(float value, long least, long most) {
    float bounded = Float.isNaN(value) ? 0 : Math.clamp(value, -1e6f, 1e6f);
    long rounded = new BigDecimal(bounded).setScale(0, RoundingMode.HALF_EVEN).longValueExact();
    return Math.clamp(rounded, least, most);
  }

  /// The nearest float of a format, of two the even one, as its bits. NaNs are the canonical one.
  private static long nearest(float value, int exponentBits, int mantissaBits) {
    long infinite = ((1L << exponentBits) - 1) << mantissaBits;
    if (Float.isNaN(value)) {
      return infinite | 1L << (mantissaBits - 1);
    }
    double magnitude = Math.abs(value);
    long below = 0;
    long above = infinite;
    while (above - below > 1) {
      long middle = (below + above) / 2;
      if (value(middle, exponentBits, mantissaBits) <= magnitude) {
        below = middle;
      } else {
        above = middle;
      }
    }
    double tie =
        (value(below, exponentBits, mantissaBits) + value(above, exponentBits, mantissaBits)) / 2;
    boolean isUp = magnitude > tie || (magnitude == tie && below % 2 == 1);
    long sign = Float.floatToRawIntBits(value) < 0 ? 1L << (exponentBits + mantissaBits) : 0;
    return sign | (isUp ? above : below);
  }
}
