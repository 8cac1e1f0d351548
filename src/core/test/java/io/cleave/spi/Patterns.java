package io.cleave.spi;

import io.cleave.plan.ElementType;

/// Bit patterns of single elements, read from and written to little-endian bytes.
public final class Patterns {
  private Patterns() {}

  /// The pattern of an element.
  ///
  /// @param bit where it begins
  public static long get(ElementType type, byte[] bytes, long bit) {
    int step = type.isSubByte() ? 1 : Byte.SIZE;
    long pattern = 0;
    for (int i = 0; i < type.bits(); i += step) {
      int some = bytes[(int) ((bit + i) / Byte.SIZE)] >> shift(type, bit + i);
      pattern |= (long) (some & (1 << step) - 1) << i;
    }
    return pattern;
  }

  /// Inverts the bits of an element where those of a pattern are 1: writes the pattern over zeros.
  ///
  /// @param bit where it begins
  public static void flip(ElementType type, byte[] bytes, long bit, long pattern) {
    int step = type.isSubByte() ? 1 : Byte.SIZE;
    for (int i = 0; i < type.bits(); i += step) {
      long some = pattern >>> i & (1 << step) - 1;
      bytes[(int) ((bit + i) / Byte.SIZE)] ^= (byte) (some << shift(type, bit + i));
    }
  }

  private static int shift(ElementType type, long bit) {
    int inByte = (int) (bit % Byte.SIZE);
    return type.isMostSignificantFirst() ? Byte.SIZE - 1 - inByte : inByte;
  }
}
