package io.cleave.cpu.loops;

/// Plain loops that decode staged elements. Those of 8 and 16 bit integers apply their formula.
///
/// HotSpot has vectors for what keeps its sign, and none for what is cut off by a mask. So unsigned
/// numbers lose half of their range first, in place, since of two arrays of a type HotSpot could
/// not know that they differ, and get it back as floats. See performance.md#plain-conversions.
final class Decoders {
  private Decoders() {}

  static void u8(byte[] in, int first, float[] out, int count, Formula formula) {
    for (int i = 0; i < count; i++) {
      in[first + i] ^= (byte) 0x80;
    }
    bytes(in, first, out, count, 0x80 - (float) formula.zero(), formula);
  }

  static void i8(byte[] in, int first, float[] out, int count, Formula formula) {
    bytes(in, first, out, count, -(float) formula.zero(), formula);
  }

  /// A sum of such integers is exact.
  private static void bytes(
      byte[] in, int first, float[] out, int count, float shift, Formula formula) {
    if (formula.isCast()) {
      for (int i = 0; i < count; i++) {
        out[i] = in[first + i] + shift;
      }
      return;
    }
    float scale = formula.scale();
    float bias = formula.bias();
    for (int i = 0; i < count; i++) {
      out[i] = Math.fma(in[first + i] + shift, scale, bias);
    }
  }

  static void u16(short[] in, int first, float[] out, int count, Formula formula) {
    for (int i = 0; i < count; i++) {
      in[first + i] ^= (short) 0x8000;
    }
    shorts(in, first, out, count, 0x8000 - (float) formula.zero(), formula);
  }

  static void i16(short[] in, int first, float[] out, int count, Formula formula) {
    shorts(in, first, out, count, -(float) formula.zero(), formula);
  }

  private static void shorts(
      short[] in, int first, float[] out, int count, float shift, Formula formula) {
    if (formula.isCast()) {
      for (int i = 0; i < count; i++) {
        out[i] = in[first + i] + shift;
      }
      return;
    }
    float scale = formula.scale();
    float bias = formula.bias();
    for (int i = 0; i < count; i++) {
      out[i] = Math.fma(in[first + i] + shift, scale, bias);
    }
  }

  static void f16(short[] in, int first, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = Float.float16ToFloat(in[first + i]);
    }
  }

  static void bf16(short[] in, int first, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = Float.intBitsToFloat(in[first + i] << 16);
    }
  }

  static void i32(int[] in, int first, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = in[first + i];
    }
  }

  /// Of 32 bits, whose difference is rounded once.
  static void i32(int[] in, int first, float[] out, int count, long zero) {
    for (int i = 0; i < count; i++) {
      out[i] = in[first + i] - zero;
    }
  }

  static void u32(int[] in, int first, float[] out, int count, long zero) {
    for (int i = 0; i < count; i++) {
      out[i] = (in[first + i] & 0xFFFF_FFFFL) - zero;
    }
  }

  /// Applies a formula to what was decoded, less its zero point.
  static void affine(float[] values, int count, float scale, float bias) {
    for (int i = 0; i < count; i++) {
      values[i] = Math.fma(values[i], scale, bias);
    }
  }
}
