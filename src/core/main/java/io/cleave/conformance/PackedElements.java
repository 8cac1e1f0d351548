package io.cleave.conformance;

import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The elements of a packed tensor, one at a time, as bits: elements narrower than a byte bit by
/// bit in the order of their type, wider ones as a number in the machine's byte order.
public final class PackedElements {
  private final MemorySegment memory;
  private final int bits;
  private final boolean mostSignificantFirst;

  /// @param type not string, whose elements are no bits
  public PackedElements(ElementType type, MemorySegment memory) {
    this.memory = memory;
    this.bits = type.bits();
    this.mostSignificantFirst = type.isMostSignificantFirst();
  }

  /// The bits of one element; those above its width are 0, or copies of the highest one.
  public long get(long index) {
    return switch (bits) {
      case Byte.SIZE -> memory.get(ValueLayout.JAVA_BYTE, index);
      case Short.SIZE -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, index * Short.BYTES);
      case Integer.SIZE -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, index * Integer.BYTES);
      case Long.SIZE -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, index * Long.BYTES);
      default -> getBits(index);
    };
  }

  /// Writes the lowest bits of a number as one element.
  public void set(long index, long value) {
    switch (bits) {
      case Byte.SIZE -> memory.set(ValueLayout.JAVA_BYTE, index, (byte) value);
      case Short.SIZE ->
          memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, index * Short.BYTES, (short) value);
      case Integer.SIZE ->
          memory.set(ValueLayout.JAVA_INT_UNALIGNED, index * Integer.BYTES, (int) value);
      case Long.SIZE -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, index * Long.BYTES, value);
      default -> setBits(index, value);
    }
  }

  private long getBits(long index) {
    long value = 0;
    for (int bit = 0; bit < bits; bit++) {
      long at = index * bits + bit;
      int one = (memory.get(ValueLayout.JAVA_BYTE, at / Byte.SIZE) >>> shift(at)) & 1;
      value |= (long) one << bit;
    }
    return value;
  }

  private void setBits(long index, long value) {
    for (int bit = 0; bit < bits; bit++) {
      setBit(index * bits + bit, value >>> bit & 1);
    }
  }

  private void setBit(long at, long one) {
    int others = memory.get(ValueLayout.JAVA_BYTE, at / Byte.SIZE) & ~(1 << shift(at));
    memory.set(ValueLayout.JAVA_BYTE, at / Byte.SIZE, (byte) (others | (one << shift(at))));
  }

  /// Clears every bit from an element on to the end of the memory.
  void clearFrom(long index) {
    for (long at = index * bits; at < memory.byteSize() * Byte.SIZE; at++) {
      setBit(at, 0);
    }
  }

  /// How far a bit of the stream stands from the least significant end of its byte.
  private int shift(long at) {
    int inByte = (int) (at % Byte.SIZE);
    return mostSignificantFirst ? Byte.SIZE - 1 - inByte : inByte;
  }
}
