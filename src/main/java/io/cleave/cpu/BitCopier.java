package io.cleave.cpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.cleave.plan.BitOrder;
import io.cleave.plan.Part;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Puts together ranges of a part's bytes from runs that begin and end anywhere within a byte.
///
/// Bits are handled in words of 64 of which the least significant bit comes first. A stream that
/// fills its bytes from the other end becomes such a stream, and back, when the bits of each byte
/// are reversed.
final class BitCopier {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// A word that is read from a whole byte on still has this many bits after up to 7 are shifted
  /// out.
  private static final int BITS_PER_READ = Long.SIZE - Byte.SIZE + 1;

  private final MemorySegment data;
  private final boolean reversed;

  BitCopier(MemorySegment data, BitOrder order) {
    this.data = data;
    this.reversed = order == BitOrder.MOST_SIGNIFICANT_FIRST;
  }

  /// Writes bytes `begin` to `end - 1` of a part. Bits after the part's last one become 0.
  void copy(Part part, MemorySegment target, long begin, long end) {
    long run = part.run();
    long bit = begin * Byte.SIZE;
    long last = Math.min(part.size(), end * Byte.SIZE);
    Writer writer = new Writer(target, begin);
    while (bit < last) {
      long column = bit % run;
      long count = Math.min(run - column, last - bit);
      append(writer, part.inData(bit / run) + column, count);
      bit += count;
    }
    writer.finish(end);
  }

  private void append(Writer writer, long from, long count) {
    long bit = from;
    for (long left = count; left > 0; ) {
      int taken = (int) Math.min(left, BITS_PER_READ);
      writer.append(read(bit) & (-1L >>> (Long.SIZE - taken)), taken);
      bit += taken;
      left -= taken;
    }
  }

  /// At least 57 bits from `bit` on, or as many as the data has, and 0 after them.
  private long read(long bit) {
    long at = bit / Byte.SIZE;
    long word = at + Long.BYTES <= data.byteSize() ? data.get(WORD, at) : readTail(at);
    return ordered(word) >>> (int) (bit % Byte.SIZE);
  }

  private long readTail(long at) {
    long word = 0;
    for (long i = data.byteSize() - 1; i >= at; i--) {
      word = (word << Byte.SIZE) | Byte.toUnsignedLong(data.get(JAVA_BYTE, i));
    }
    return word;
  }

  private long ordered(long word) {
    return reversed ? Long.reverse(Long.reverseBytes(word)) : word;
  }

  /// Collects bits and writes them a word at a time.
  private final class Writer {
    private final MemorySegment target;
    private long at;
    private long word;
    private int filled;

    Writer(MemorySegment target, long at) {
      this.target = target;
      this.at = at;
    }

    /// @param bits `count` bits, and 0 above them
    void append(long bits, int count) {
      word |= bits << filled;
      filled += count;
      if (filled >= Long.SIZE) {
        target.set(WORD, at, ordered(word));
        at += Long.BYTES;
        filled -= Long.SIZE;
        word = filled == 0 ? 0 : bits >>> (count - filled);
      }
    }

    /// Writes what is left, up to byte `end`.
    void finish(long end) {
      long rest = ordered(word);
      for (; at < end; at++) {
        target.set(JAVA_BYTE, at, (byte) rest);
        rest >>>= Byte.SIZE;
      }
    }
  }
}
