package io.cleave.cpu.loops;

/// The loops of [StepDecoding].
///
/// HotSpot has vectors for what keeps its sign, and none for what is cut off by a mask. So unsigned
/// numbers lose half of their range first, and get it back as floats: u8 came at .06 ns an element
/// so, and by a mask at .33. They are halved in place, for of two arrays of a type it could not
/// know that they are not the same.
final class Decoders {
  private Decoders() {}

  static void u8(byte[] in, int first, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      in[first + i] ^= (byte) 0x80;
    }
    for (int i = 0; i < count; i++) {
      out[i] = in[first + i] + 128f;
    }
  }

  static void i8(byte[] in, int first, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = in[first + i];
    }
  }

  static void u16(short[] in, int first, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      in[first + i] ^= (short) 0x8000;
    }
    for (int i = 0; i < count; i++) {
      out[i] = in[first + i] + 32_768f;
    }
  }

  static void i16(short[] in, int first, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = in[first + i];
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

  static void u32(int[] in, int first, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = in[first + i] & 0xFFFF_FFFFL;
    }
  }

  static void i32(int[] in, int first, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = in[first + i];
    }
  }
}
