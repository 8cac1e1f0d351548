package io.cleave.cpu;

import io.cleave.plan.BitOrder;
import java.lang.foreign.MemorySegment;

/// An array that holds a stretch of a stream of bits, least significant bit first, whatever order
/// the stream has in memory.
///
/// @param bytes the array, with room for what the loops of [BitRuns] read and write too much
/// @param memory the same array
/// @param reversed whether the stream in memory begins at the most significant bit of each byte
record BitBuffer(byte[] bytes, MemorySegment memory, boolean reversed) {
  BitBuffer(int capacity, BitOrder order) {
    this(new byte[capacity + ShortRuns.SLACK], order);
  }

  private BitBuffer(byte[] bytes, BitOrder order) {
    this(bytes, MemorySegment.ofArray(bytes), order == BitOrder.MOST_SIGNIFICANT_FIRST);
  }

  /// Reads `count` bytes.
  void load(MemorySegment source, long from, int count) {
    MemorySegment.copy(source, from, memory, 0, count);
    reverse(count);
  }

  /// Writes the first `bits` bits, and 0 for what else the last byte has.
  void store(MemorySegment target, long to, int bits) {
    int last = bits / Byte.SIZE;
    int used = bits % Byte.SIZE;
    if (used > 0) {
      bytes[last] &= (byte) ((1 << used) - 1);
    }
    int count = Math.ceilDiv(bits, Byte.SIZE);
    reverse(count);
    MemorySegment.copy(memory, 0, target, to, count);
  }

  private void reverse(int count) {
    if (reversed) {
      for (int i = 0; i < count; i += Long.BYTES) {
        long word = ShortRuns.word(bytes, i);
        ShortRuns.setWord(bytes, i, Long.reverse(Long.reverseBytes(word)));
      }
    }
  }
}
