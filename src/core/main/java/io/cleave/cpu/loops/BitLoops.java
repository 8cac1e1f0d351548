package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;

/// The loops over runs of bits, specialised by the kinds of memory.
///
/// They work on streams of bits in which the least significant bit of a byte comes first. In other
/// streams the bits of each byte are reversed when a word is loaded, and when it is stored.
public final class BitLoops {
  private static final KindsCache<MethodHandle> COPIES =
      new KindsCache<>(
          kinds -> Specialized.loop(BitLoops.class, MethodHandles.lookup(), kinds, "fillPart"));

  private static final ValueLayout.OfLong WORD =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private BitLoops() {}

  /// Writes bytes `begin` to `end - 1` of a part and no other. Bits after the part's last one
  /// become 0.
  ///
  /// @param begin if runs are short, the begin of a run
  /// @param end if runs are short, the end of a run or of the part
  public static void fill(
      MemoryKinds kinds,
      BitRuns runs,
      MemorySegment data,
      MemorySegment part,
      long begin,
      long end) {
    if (begin < end) {
      try {
        COPIES.of(kinds).invokeExact(runs, data, part, begin, end);
      } catch (Throwable e) {
        throw Specialized.unchecked(e);
      }
    }
  }

  static void fillPart(BitRuns runs, MemorySegment data, MemorySegment part, long begin, long end) {
    boolean reversed = runs.isReversed();
    long run = runs.run();
    long stop = Math.min(runs.rows() * run, end * Byte.SIZE);
    long bit = begin * Byte.SIZE;
    if (runs.isShort()) {
      bit += gatherWords(runs, data, part, begin, end, (stop - bit) / run) * run;
    }
    while (bit < stop) {
      long column = bit % run;
      long count = Math.min(run - column, stop - bit);
      long from = bit / run * runs.pitch() + runs.offset() + column;
      append(data, from, reversed, part, bit, count);
      bit += count;
    }
  }

  /// The number of words that fit into so many bytes, if they begin `pitch` bits apart.
  private static long roomFor(long bytes, long first, long pitch) {
    long last = bytes * Byte.SIZE - Long.SIZE + Byte.SIZE - 1 - first;
    return last < 0 ? 0 : last / pitch + 1;
  }

  /// Gathers short runs, as long as whole words can be loaded and stored.
  ///
  /// @param most how many runs there are
  /// @return how many runs were gathered
  private static long gatherWords(
      BitRuns runs, MemorySegment data, MemorySegment part, long begin, long end, long most) {
    boolean reversed = runs.isReversed();
    int rows = runs.rowsPerWord();
    long pitch = rows * runs.pitch();
    long mask = runs.mask();
    int picked = Long.bitCount(mask);
    boolean inOnePiece = mask == BitRuns.ones(picked);
    long bit = begin * Byte.SIZE / runs.run() * runs.pitch() + runs.offset();
    long room = Math.min(roomFor(data.byteSize(), bit, pitch), roomFor(end - begin, 0, picked));
    int words = (int) Math.min(most / rows, room);
    long word = 0;
    int filled = 0;
    long to = begin;
    for (int i = 0; i < words; i++, bit += pitch) {
      long bits = word(data, bit >>> 3, reversed) >>> (bit & 7);
      word |= (inOnePiece ? bits & mask : Long.compress(bits, mask)) << filled;
      setWord(part, to, word, reversed);
      filled += picked;
      to += filled >>> 3;
      word >>>= filled & -Byte.SIZE;
      filled &= 7;
    }
    return (long) words * rows;
  }

  /// Appends `count` bits to the `to` bits that the part has.
  private static void append(
      MemorySegment data, long from, boolean reversed, MemorySegment part, long to, long count) {
    int filled = (int) (to & 7);
    if (filled == 0) {
      move(data, from, reversed, part, to >>> 3, count);
      return;
    }
    int head = (int) Math.min(Byte.SIZE - filled, count);
    long kept = byteAt(part, to >>> 3, reversed) & BitRuns.ones(filled);
    long bits = bits(data, from, head, reversed);
    setByte(part, to >>> 3, kept | bits << filled, reversed);
    if (count > head) {
      move(data, from + head, reversed, part, (to + head) >>> 3, count - head);
    }
  }

  /// Moves bits to whole bytes.
  private static void move(
      MemorySegment data, long from, boolean reversed, MemorySegment part, long to, long count) {
    long at = from >>> 3;
    int shift = (int) (from & 7);
    long bytes = count >>> 3;
    long moved;
    if (shift == 0) {
      moved = bytes;
      MemorySegment.copy(data, at, part, to, bytes);
    } else {
      // A word is shifted together from nine bytes.
      moved = Math.min(bytes, data.byteSize() - at - 1) & -Long.BYTES;
      moveWords(data, at, shift, reversed, part, to, (int) moved);
    }
    for (long done = moved << 3; done < count; done += BitRuns.SHORT_RUN) {
      int rest = (int) Math.min(BitRuns.SHORT_RUN, count - done);
      long word = bits(data, from + done, rest, reversed);
      for (int i = 0; i < rest; i += Byte.SIZE) {
        setByte(part, to + ((done + i) >>> 3), word >>> i, reversed);
      }
    }
  }

  private static void moveWords(
      MemorySegment data,
      long at,
      int shift,
      boolean reversed,
      MemorySegment part,
      long to,
      int bytes) {
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long low = word(data, at + i, reversed) >>> shift;
      long high = byteAt(data, at + i + Long.BYTES, reversed) << (Long.SIZE - shift);
      setWord(part, to + i, low | high, reversed);
    }
  }

  /// Up to [BitRuns#SHORT_RUN] bits, of which the last may end the data.
  static long bits(MemorySegment data, long from, int count, boolean reversed) {
    long at = from >>> 3;
    long word = 0;
    if (at + Long.BYTES <= data.byteSize()) {
      word = word(data, at, reversed);
    } else {
      for (long i = data.byteSize() - 1; i >= at; i--) {
        word = word << Byte.SIZE | byteAt(data, i, reversed);
      }
    }
    return word >>> (from & 7) & BitRuns.ones(count);
  }

  private static long word(MemorySegment memory, long at, boolean reversed) {
    long word = memory.get(WORD, at);
    return reversed ? Long.reverse(Long.reverseBytes(word)) : word;
  }

  private static void setWord(MemorySegment memory, long at, long word, boolean reversed) {
    memory.set(WORD, at, reversed ? Long.reverse(Long.reverseBytes(word)) : word);
  }

  private static long byteAt(MemorySegment memory, long at, boolean reversed) {
    int bits = memory.get(JAVA_BYTE, at) & 0xFF;
    return reversed ? Integer.reverse(bits) >>> 24 : bits;
  }

  private static void setByte(MemorySegment memory, long at, long bits, boolean reversed) {
    memory.set(JAVA_BYTE, at, (byte) (reversed ? Long.reverse(bits) >>> 56 : bits));
  }
}
