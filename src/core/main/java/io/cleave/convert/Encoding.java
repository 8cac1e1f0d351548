package io.cleave.convert;

import io.cleave.plan.ElementType;

/// Which bit pattern of a type a number becomes.
final class Encoding {
  private static final int F32_NAN = 0x7FC0_0000;
  private static final int F16_NAN = 0x7E00;
  private static final int BF16_NAN = 0x7FC0;

  private Encoding() {}

  /// The pattern of a number of single precision.
  static long pattern(ElementType type, float value) {
    return switch (type) {
      case F32 -> Float.isNaN(value) ? F32_NAN : Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
      case F16 -> Float.isNaN(value) ? F16_NAN : Float.floatToFloat16(value) & 0xFFFFL;
      case BF16 -> Float.isNaN(value) ? BF16_NAN : toBf16(Float.floatToRawIntBits(value));
      case U8 -> clamped(value, 0, 0xFF);
      case U16 -> clamped(value, 0, 0xFFFF);
      case I8 -> clamped(value, Byte.MIN_VALUE, Byte.MAX_VALUE) & 0xFF;
      case I16 -> clamped(value, Short.MIN_VALUE, Short.MAX_VALUE) & 0xFFFF;
      default -> throw new IllegalArgumentException("nothing is converted to %s".formatted(type));
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
