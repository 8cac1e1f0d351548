package io.cleave.agreement;

import io.cleave.plan.ElementType;

/// Packs u3 and u6 as OpenVINO does up to 2026.4: the lower bits of 8 or 4 elements fill two bytes,
/// their upper bits a third one, all from the most significant bit on. `u3 [0..7]` is `1B 1B 0F`,
/// `u6 [1, 18, 35, 52]` is `12 34 1B`.
final class SplitBits {
  private static final int GROUP_BYTES = 3;

  private SplitBits() {}

  static boolean are(ElementType type) {
    return type == ElementType.U3 || type == ElementType.U6;
  }

  /// @param stream the same elements in a plain stream, least significant bits first
  static byte[] pack(ElementType type, byte[] stream, long count) {
    int group = GROUP_BYTES * Byte.SIZE / type.bits();
    int lower = 2 * Byte.SIZE / group;
    int upper = Byte.SIZE / group;
    byte[] packed = new byte[Math.toIntExact(Math.ceilDiv(count, group) * GROUP_BYTES)];
    for (int i = 0; i < count; i++) {
      int first = i / group * GROUP_BYTES;
      int at = i % group;
      int element = 0;
      for (int bit = 0; bit < type.bits(); bit++) {
        // Whatever order the library takes for the type's.
        int from = i * type.bits() + bit;
        element |= (stream[from / Byte.SIZE] >>> from % Byte.SIZE & 1) << bit;
      }
      put(packed, first * Byte.SIZE + at * lower, lower, element);
      put(packed, (first + 2) * Byte.SIZE + at * upper, upper, element >>> lower);
    }
    return packed;
  }

  /// @param at the place of the most significant bit
  private static void put(byte[] packed, int at, int bits, int value) {
    int shift = Byte.SIZE - at % Byte.SIZE - bits;
    packed[at / Byte.SIZE] |= (byte) ((value & ((1 << bits) - 1)) << shift);
  }
}
