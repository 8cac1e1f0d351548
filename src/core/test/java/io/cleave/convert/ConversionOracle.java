package io.cleave.convert;

import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import java.util.List;
import java.util.stream.Stream;

/// What a conversion gives, calculated with integers of any size: it shares no arithmetic with what
/// it is asked about.
final class ConversionOracle {
  private static final int F32_EXPONENT = 8;
  private static final int F32_MANTISSA = 23;

  /// Those of bitsandbytes' `create_normal_map`.
  private static final List<Float> NF4 =
      Stream.of(
              ("-1.0 -0.6961928009986877 -0.5250730514526367 -0.39491748809814453"
                      + " -0.28444138169288635 -0.18477343022823334 -0.09105003625154495 0.0"
                      + " 0.07958029955625534 0.16093020141124725 0.24611230194568634"
                      + " 0.33791524171829224 0.44070982933044434 0.5626170039176941"
                      + " 0.7229568362236023 1.0")
                  .split(" ", -1))
          .map(Float::valueOf)
          .toList();

  private ConversionOracle() {}

  static long apply(Definition definition, long pattern) {
    ElementType target = definition.target();
    Dyadic exact = decode(definition.source(), pattern);
    return switch (definition.rule()) {
      case Rule.Cast _ when target == ElementType.F64 -> exact.rounded(11, 52);
      case Rule.Affine(float scale, float bias) ->
          encode(target, single(single(exact).times(Dyadic.of(scale)).plus(Dyadic.of(bias))));
      case Rule.Dequantized(float scale, long zero) ->
          encode(target, single(single(exact.minus(zero)).times(Dyadic.of(scale))));
      default -> encode(target, single(exact));
    };
  }

  private static Dyadic single(Dyadic exact) {
    return Dyadic.ofBits(exact.rounded(F32_EXPONENT, F32_MANTISSA), F32_EXPONENT, F32_MANTISSA);
  }

  private static Dyadic decode(ElementType type, long pattern) {
    return switch (type) {
      case BOOLEAN -> Dyadic.of(pattern == 0 ? 0 : 1);
      case I4, I8, I16, I32 -> {
        long range = 1L << type.bits();
        yield Dyadic.of(pattern >= range / 2 ? pattern - range : pattern);
      }
      case F32 -> Dyadic.ofBits(pattern, F32_EXPONENT, F32_MANTISSA);
      case F16 -> Dyadic.ofBits(pattern, 5, 10);
      case BF16 -> Dyadic.ofBits(pattern, 8, 7);
      case F8E5M2 -> Dyadic.ofBits(pattern, 5, 2);
      case F8E4M3 -> finite(pattern, 4, 3, (pattern & 0x7F) == 0x7F);
      case F4E2M1 -> finite(pattern, 2, 1, false);
      case F8E8M0 -> pattern == 0xFF ? Dyadic.NAN : Dyadic.of(1, 1, (int) pattern - 127);
      case NF4 -> Dyadic.of(NF4.get((int) pattern));
      default -> Dyadic.of(pattern);
    };
  }

  /// A format without infinities: one more exponent is for numbers.
  private static Dyadic finite(long pattern, int exponentBits, int mantissaBits, boolean isNaN) {
    if (isNaN) {
      return Dyadic.NAN;
    }
    // The same bits, in a format with one more bit of exponent and the same bias.
    long sign = pattern >>> (exponentBits + mantissaBits);
    long magnitude = pattern & ((1L << (exponentBits + mantissaBits)) - 1);
    int bias = (1 << (exponentBits - 1)) - 1;
    int widerBias = (1 << exponentBits) - 1;
    Dyadic wide =
        Dyadic.ofBits(
            sign << (exponentBits + 1 + mantissaBits) | magnitude, exponentBits + 1, mantissaBits);
    return wide.times(Dyadic.of(1, 1, widerBias - bias));
  }

  private static long encode(ElementType type, Dyadic value) {
    return switch (type) {
      case F32 -> value.rounded(F32_EXPONENT, F32_MANTISSA);
      case F16 -> value.rounded(5, 10);
      case BF16 -> value.rounded(8, 7);
      case U8 -> value.nearest(0, 255);
      case I8 -> value.nearest(-128, 127) & 0xFF;
      case U16 -> value.nearest(0, 65_535);
      case I16 -> value.nearest(-32_768, 32_767) & 0xFFFF;
      default -> throw new IllegalArgumentException(type.toString());
    };
  }
}
