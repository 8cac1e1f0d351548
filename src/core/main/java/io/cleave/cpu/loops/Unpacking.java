package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.cleave.plan.BitOrder;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Takes elements apart that are narrower than a byte: each becomes a byte of its own, the bits
/// beyond it 0.
///
/// @param bits of an element
/// @param reversed whether the most significant bit of a byte comes first
public record Unpacking(int bits, boolean reversed) {
  private static final ValueLayout.OfLong WORD =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// What a word has behind up to 7 other bits.
  private static final int WORD_BITS = Long.SIZE - Byte.SIZE + 1;

  /// For elements of a type.
  public static Unpacking of(ElementType type) {
    return new Unpacking(type.bits(), type.bitOrder() == BitOrder.MOST_SIGNIFICANT_FIRST);
  }

  /// Unpacks a run.
  ///
  /// @param from the bit of the data where it begins
  /// @param first which element of the bench it becomes
  /// @param count how many elements
  public void unpack(MemorySegment data, long from, Bench bench, int first, int count) {
    byte[] out = (byte[]) bench.array;
    int perWord = WORD_BITS / bits;
    int mask = (1 << bits) - 1;
    for (int done = 0; done < count; done += perWord) {
      long bit = from + (long) done * bits;
      int step = Math.min(perWord, count - done);
      long word = word(data, bit >>> 3) >>> (bit & 7);
      for (int i = 0; i < step; i++, word >>>= bits) {
        out[first + done + i] = (byte) (word & mask);
      }
    }
  }

  /// The bits from a byte on, of which the data may have fewer than eight.
  private long word(MemorySegment data, long at) {
    long word = 0;
    if (at + Long.BYTES <= data.byteSize()) {
      word = data.get(WORD, at);
    } else {
      for (long i = data.byteSize() - 1; i >= at; i--) {
        word = word << Byte.SIZE | (data.get(JAVA_BYTE, i) & 0xFF);
      }
    }
    return reversed ? Long.reverse(Long.reverseBytes(word)) : word;
  }
}
