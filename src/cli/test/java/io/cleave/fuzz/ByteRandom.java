package io.cleave.fuzz;

import java.util.Arrays;
import java.util.Random;

/// Choices that bytes make, two of them each, until there are no more; then those of a generator
/// that the bytes are the seed of. What makes random tests so makes tests of bytes.
final class ByteRandom extends Random {
  private static final long serialVersionUID = 1L;

  private final byte[] bytes;
  private int at;

  ByteRandom(byte[] bytes) {
    super(Arrays.hashCode(bytes));
    this.bytes = bytes.clone();
  }

  @Override
  protected int next(int bits) {
    if (at + 2 > bytes.length) {
      return super.next(bits);
    }
    int pair = (bytes[at] & 0xFF) << Byte.SIZE | (bytes[at + 1] & 0xFF);
    at += 2;
    // Some choices are made by the upper bits, some by the lower ones.
    return (pair << Short.SIZE | pair) >>> (Integer.SIZE - bits);
  }
}
