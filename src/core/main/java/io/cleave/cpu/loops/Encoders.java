package io.cleave.cpu.loops;

/// Plain loops that make elements of the target type.
final class Encoders {
  /// Added to a number of up to 22 bits, it leaves no room for a fraction: rounds to nearest even.
  private static final float ROUNDER = 0x1.8p23f;

  private static final int INFINITE = 0x7F80_0000;
  private static final int NAN = 0x7FC0_0000;

  private Encoders() {}

  /// Makes NaNs canonical, without a branch, so that HotSpot has vectors for it: .1 ns an element,
  /// and .37 where floats are compared.
  static void canonical(int[] bits, int count) {
    for (int i = 0; i < count; i++) {
      int nan = (INFINITE - (bits[i] & Integer.MAX_VALUE)) >> 31;
      bits[i] = (bits[i] & ~nan) | (NAN & nan);
    }
  }

  static void f16(float[] values, short[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = Float.floatToFloat16(values[i]);
    }
  }

  /// Of the bits of floats, which are changed: HotSpot has vectors neither for what makes them of
  /// floats, nor for the upper halves of integers.
  static void bf16(int[] bits, short[] out, int count) {
    for (int i = 0; i < count; i++) {
      bits[i] = (bits[i] + 0x7FFF + (bits[i] >>> 16 & 1)) >>> 16;
    }
    for (int i = 0; i < count; i++) {
      out[i] = (short) bits[i];
    }
  }

  /// To an integer of up to 8 bits. A NaN stays one, and becomes 0.
  static void bytes(float[] values, byte[] out, int count, float least, float most) {
    for (int i = 0; i < count; i++) {
      float inside = Math.min(Math.max(values[i], least), most);
      out[i] = (byte) (int) (inside + ROUNDER - ROUNDER);
    }
  }

  /// To an integer of up to 16 bits.
  static void shorts(float[] values, short[] out, int count, float least, float most) {
    for (int i = 0; i < count; i++) {
      float inside = Math.min(Math.max(values[i], least), most);
      out[i] = (short) (int) (inside + ROUNDER - ROUNDER);
    }
  }

  static void doubles(float[] values, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double value = values[i];
      out[i] = Double.isNaN(value) ? Double.NaN : value;
    }
  }

  /// To doubles, without NaNs.
  static void finite(float[] values, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = values[i];
    }
  }
}
