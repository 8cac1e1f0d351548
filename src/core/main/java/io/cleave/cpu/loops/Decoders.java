package io.cleave.cpu.loops;

import io.cleave.plan.ElementType;

/// Plain loops that decode staged elements. Those of 8 and 16 bit integers apply their formula.
///
/// HotSpot vectorizes a conversion that extends the sign, but none that masks the upper bits. So
/// half of the range is subtracted from unsigned numbers first and added again to the floats. The
/// subtraction is done in place, since HotSpot cannot know that two arrays of a type differ.
final class Decoders {
  private Decoders() {}

  /// Of 8 bits. A sum of such integers is exact.
  static void bytes(byte[] in, int first, float[] out, int count, Formula formula) {
    float shift = -(float) formula.zero();
    if (formula.source() == ElementType.U8) {
      for (int i = 0; i < count; i++) {
        in[first + i] ^= (byte) 0x80;
      }
      shift += 0x80;
    }
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

  /// Of 16 bits.
  static void shorts(short[] in, int first, float[] out, int count, Formula formula) {
    float shift = -(float) formula.zero();
    if (formula.source() == ElementType.U16) {
      for (int i = 0; i < count; i++) {
        in[first + i] ^= (short) 0x8000;
      }
      shift += 0x8000;
    }
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
