package io.cleave.spi;

import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The elements of a packed tensor, one at a time, as bits: elements narrower than a byte bit by
/// bit in the order of their type, wider ones in little-endian order.
public final class PackedElements {
  private final MemorySegment memory;
  private final int bits;

  /// The bits that are moved at once: a byte, or one of a narrower element.
  private final int step;

  private final int mask;

  /// Turns the place of a bit into its distance from the least significant end of the byte.
  private final int turn;

  /// @param type not string, whose elements are no bits
  public PackedElements(ElementType type, MemorySegment memory) {
    this.memory = memory;
    this.bits = type.bits();
    this.step = bits % Byte.SIZE == 0 ? Byte.SIZE : 1;
    this.mask = (1 << step) - 1;
    this.turn = type.isMostSignificantFirst() ? Byte.SIZE - 1 : 0;
  }

  /// The bits of one element.
  public long get(long index) {
    long value = 0;
    for (int done = 0; done < bits; done += step) {
      long at = index * bits + done;
      int there = memory.get(ValueLayout.JAVA_BYTE, at / Byte.SIZE) >>> shift(at) & mask;
      value |= (long) there << done;
    }
    return value;
  }

  /// Writes the lowest bits of a number as one element.
  public void set(long index, long value) {
    for (int done = 0; done < bits; done += step) {
      long at = index * bits + done;
      int others = memory.get(ValueLayout.JAVA_BYTE, at / Byte.SIZE) & ~(mask << shift(at));
      int here = (int) (value >>> done) & mask;
      memory.set(ValueLayout.JAVA_BYTE, at / Byte.SIZE, (byte) (others | here << shift(at)));
    }
  }

  private int shift(long at) {
    return (int) (at % Byte.SIZE) ^ turn;
  }
}
