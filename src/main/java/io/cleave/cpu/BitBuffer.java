package io.cleave.cpu;

import io.cleave.plan.BitOrder;
import java.lang.foreign.MemorySegment;

/// An array that holds a stretch of a stream of bits, least significant bit first, whatever order
/// the stream has in memory.
final class BitBuffer {
  /// With room for what the loops of [BitRuns] read and write too much.
  private final byte[] bytes;

  private final MemorySegment memory;
  private final boolean reversed;

  /// @param order the order of the stream in memory
  BitBuffer(int capacity, BitOrder order) {
    this.bytes = new byte[capacity + ShortRuns.SLACK];
    this.memory = MemorySegment.ofArray(bytes);
    this.reversed = order == BitOrder.MOST_SIGNIFICANT_FIRST;
  }

  byte[] bytes() {
    return bytes;
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
