package io.cleave.conformance;

import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The elements of a packed tensor, one at a time, as bits: elements narrower than a byte bit by
/// bit in the order of their type, wider ones in little-endian order.
public final class PackedElements {
  private final MemorySegment memory;
  private final int bits;

  /// Turns the place of a bit into its distance from the least significant end of the byte.
  private final int turn;

  /// @param type not string, whose elements are no bits
  public PackedElements(ElementType type, MemorySegment memory) {
    this.memory = memory;
    this.bits = type.bits();
    this.turn = type.isMostSignificantFirst() ? Byte.SIZE - 1 : 0;
  }

  /// The bits of one element.
  public long get(long index) {
    long value = 0;
    if (bits % Byte.SIZE == 0) {
      int bytes = bits / Byte.SIZE;
      for (int i = 0; i < bytes; i++) {
        long eight = memory.get(ValueLayout.JAVA_BYTE, index * bytes + i) & 0xFF;
        value |= eight << (i * Byte.SIZE);
      }
      return value;
    }
    for (int bit = 0; bit < bits; bit++) {
      long at = index * bits + bit;
      int eight = memory.get(ValueLayout.JAVA_BYTE, at / Byte.SIZE);
      value |= (eight >>> (at % Byte.SIZE ^ turn) & 1L) << bit;
    }
    return value;
  }

  /// Writes the lowest bits of a number as one element.
  public void set(long index, long value) {
    if (bits % Byte.SIZE == 0) {
      int bytes = bits / Byte.SIZE;
      for (int i = 0; i < bytes; i++) {
        memory.set(ValueLayout.JAVA_BYTE, index * bytes + i, (byte) (value >>> (i * Byte.SIZE)));
      }
      return;
    }
    for (int bit = 0; bit < bits; bit++) {
      long at = index * bits + bit;
      int shift = (int) (at % Byte.SIZE ^ turn);
      int others = memory.get(ValueLayout.JAVA_BYTE, at / Byte.SIZE) & ~(1 << shift);
      int one = (int) (value >>> bit & 1) << shift;
      memory.set(ValueLayout.JAVA_BYTE, at / Byte.SIZE, (byte) (others | one));
    }
  }
}
