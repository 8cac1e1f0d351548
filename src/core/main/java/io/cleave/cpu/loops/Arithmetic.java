package io.cleave.cpu.loops;

/// What rules do with the values of one step.
final class Arithmetic {
  private Arithmetic() {}

  static void affine(float[] values, int count, float scale, float bias) {
    for (int i = 0; i < count; i++) {
      values[i] = Math.fma(values[i], scale, bias);
    }
  }

  /// Of integers of up to 16 bits the difference is exact.
  static void dequantized(float[] values, int count, float scale, float zero) {
    for (int i = 0; i < count; i++) {
      values[i] = (values[i] - zero) * scale;
    }
  }

  /// Of 32 bits, whose difference is rounded once.
  static void dequantizedU32(
      int[] in, int first, float[] values, int count, float scale, long zero) {
    for (int i = 0; i < count; i++) {
      values[i] = (float) ((in[first + i] & 0xFFFF_FFFFL) - zero) * scale;
    }
  }

  static void dequantizedI32(
      int[] in, int first, float[] values, int count, float scale, long zero) {
    for (int i = 0; i < count; i++) {
      values[i] = (float) (in[first + i] - zero) * scale;
    }
  }
}
