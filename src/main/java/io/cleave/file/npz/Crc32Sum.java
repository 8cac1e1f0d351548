package io.cleave.file.npz;

import java.util.zip.CRC32;

/// The checksum of two pieces, from those of the pieces: so that data may be summed up where it is
/// written, and what stands before it elsewhere.
///
/// A checksum is the remainder of the bytes, taken for a polynomial over two elements, by another
/// one. To append `n` bytes is to multiply by `x` to the power of `8 n`, and then to add.
final class Crc32Sum {
  /// The divisor without its highest term; as in the checksum itself, the highest bit is that of
  /// `x` to the power of 0.
  private static final int DIVISOR = 0xedb8_8320;

  private static final int ONE = 1 << 31;
  private static final int X_TO_8 = ONE >>> 8;

  private Crc32Sum() {}

  /// The checksum of bytes in memory.
  static int of(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /// The checksum of two pieces one after the other.
  ///
  /// @param first the first piece's
  /// @param second the second piece's
  /// @param secondBytes the second piece's length
  static int of(int first, int second, long secondBytes) {
    return product(first, power(secondBytes)) ^ second;
  }

  /// `x` to the power of `8 n`, by squaring.
  private static int power(long n) {
    int power = ONE;
    int square = X_TO_8;
    for (long left = n; left > 0; left >>= 1) {
      if ((left & 1) != 0) {
        power = product(power, square);
      }
      square = product(square, square);
    }
    return power;
  }

  private static int product(int a, int b) {
    int product = 0;
    int shifted = a;
    for (int bit = ONE; bit != 0; bit >>>= 1) {
      if ((b & bit) != 0) {
        product ^= shifted;
      }
      shifted = (shifted & 1) == 0 ? shifted >>> 1 : shifted >>> 1 ^ DIVISOR;
    }
    return product;
  }
}
