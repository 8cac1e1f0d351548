package io.cleave.conformance;

import io.cleave.json.JsonNumber;
import io.cleave.plan.ElementType;
import java.math.BigDecimal;

/// Rounds decimal numbers to the real types, once and to the nearest, ties to even; what is too
/// large becomes infinite, as IEEE 754 has it.
///
/// The 16-bit types come by way of wider ones. Rounding to the nearest twice may be wrong, so each
/// wider one is rounded to odd: cut off, and the last bit set if anything was lost. Two bits more
/// than the target has are enough for that.
final class RealCodec {
  private RealCodec() {}

  static boolean isReal(ElementType type) {
    return switch (type) {
      case BF16, F16, F32, F64 -> true;
      default -> false;
    };
  }

  /// The bits of a number.
  static long bits(ElementType type, JsonNumber number) {
    String text = number.text();
    return switch (type) {
      case F32 -> Float.floatToRawIntBits(Float.parseFloat(text));
      case F64 -> Double.doubleToRawLongBits(Double.parseDouble(text));
      default -> narrow(type, toOdd(toOddDouble(text)));
    };
  }

  /// The bits of an index below 2^53.
  static long bits(ElementType type, long index) {
    return switch (type) {
      case F32 -> Float.floatToRawIntBits((float) index);
      case F64 -> Double.doubleToRawLongBits((double) index);
      default -> narrow(type, toOdd((double) index));
    };
  }

  /// The bits of `NaN`, `Infinity` or `-Infinity`, for which JSON has no numbers.
  static long bits(ElementType type, String name) {
    float value =
        switch (name) {
          case "NaN" -> Float.NaN;
          case "Infinity" -> Float.POSITIVE_INFINITY;
          case "-Infinity" -> Float.NEGATIVE_INFINITY;
          default ->
              throw CaseFailure.malformed(
                  "%s holds numbers, NaN, Infinity and -Infinity, not \"%s\""
                      .formatted(type, Excerpt.of((Object) name)));
        };
    return switch (type) {
      case F32 -> Float.floatToRawIntBits(value);
      case F64 -> Double.doubleToRawLongBits(value);
      default -> narrow(type, value);
    };
  }

  private static long narrow(ElementType type, float value) {
    return type == ElementType.F16 ? Float.floatToFloat16(value) : toBfloat16(value);
  }

  private static int toBfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return bits >>> Short.SIZE;
    }
    int half = 0x7FFF + (bits >>> Short.SIZE & 1);
    return (bits + half) >>> Short.SIZE;
  }

  private static double toOddDouble(String text) {
    double nearest = Double.parseDouble(text);
    if (nearest == 0 || Double.isInfinite(nearest)) {
      return nearest;
    }
    BigDecimal exact = new BigDecimal(text).abs();
    int order = exact.compareTo(new BigDecimal(Math.abs(nearest)));
    if (order == 0) {
      return nearest;
    }
    double cut = order < 0 ? Math.nextAfter(nearest, 0) : nearest;
    return Double.longBitsToDouble(Double.doubleToRawLongBits(cut) | 1);
  }

  private static float toOdd(double value) {
    float nearest = (float) value;
    if (nearest == value || Float.isInfinite(nearest)) {
      return nearest;
    }
    float cut = Math.abs((double) nearest) > Math.abs(value) ? Math.nextAfter(nearest, 0) : nearest;
    return Float.intBitsToFloat(Float.floatToRawIntBits(cut) | 1);
  }
}
