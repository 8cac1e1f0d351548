package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.cleave.plan.BitOrder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Set;

/// Moves runs of bits in plain Java.
///
/// Words are used as streams of bits of which the least significant one of a byte comes first. A
/// stream that fills its bytes from the other end becomes such a one, and back, when the bits of
/// each byte are reversed.
public final class PlainBits implements BitKernels {
  /// Those for all kinds of memory.
  public static final ByKind<BitKernels> BY_KIND =
      PerKind.ofObjects(BitKernels.class, PlainBits.class);

  private static final ValueLayout.OfLong WORD =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Where [Long#compress] is one instruction; elsewhere it is some fifty.
  private static final boolean COMPRESSES =
      Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"));

  @Override
  public BitMover mover(BitStrip strip) {
    boolean reversed = strip.order() == BitOrder.MOST_SIGNIFICANT_FIRST;
    if (strip.run() > BitMover.SHORT_RUN) {
      return (data, part, begin, end) -> fill(data, strip, reversed, part, begin, end);
    }
    int rows = rowsPerWord(strip);
    long mask = mask(strip, rows);
    return (data, part, begin, end) -> gather(data, strip, reversed, rows, mask, part, begin, end);
  }

  /// How many rows are gathered at a time: as many as a word holds that begins with up to 7 other
  /// bits. Rows of 12, 20 and 24 bits came at 3.0, 2.5 and 2.4 GB/s so, one by one at 1.1, 1.8 and
  /// 2.2.
  private static int rowsPerWord(BitStrip strip) {
    return COMPRESSES ? (int) Math.max(1, BitMover.SHORT_RUN / strip.pitch()) : 1;
  }

  /// The bits of the runs in a word that begins where the first one does.
  private static long mask(BitStrip strip, int rows) {
    long mask = 0;
    for (int i = 0; i < rows; i++) {
      mask |= ones(strip.run()) << (i * strip.pitch());
    }
    return mask;
  }

  private static long ones(long bits) {
    return (1L << bits) - 1;
  }

  private static void gather(
      MemorySegment data,
      BitStrip strip,
      boolean reversed,
      int rows,
      long mask,
      MemorySegment part,
      long begin,
      long end) {
    long run = strip.run();
    long firstRow = begin * Byte.SIZE / run;
    long count = Math.min(strip.rows(), end * Byte.SIZE / run) - firstRow;
    long from = firstRow * strip.pitch() + strip.offset();
    long groups = Math.min(count / rows, roomFor(data.byteSize(), from, rows * strip.pitch()));
    groups = Math.min(groups, roomFor(end - begin, 0, rows * run));
    long done = groups * rows;
    long bits = gather(data, from, rows * strip.pitch(), (int) groups, mask, reversed, part, begin);
    finish(
        data,
        strip,
        reversed,
        firstRow + done,
        count - done,
        bits,
        part,
        begin + ((done * run) >>> 3));
  }

  /// How many words fit into so many bytes, if they begin so many bits apart.
  private static long roomFor(long bytes, long first, long pitch) {
    long last = bytes * Byte.SIZE - Long.SIZE + Byte.SIZE - 1 - first;
    return last < 0 ? 0 : last / pitch + 1;
  }

  /// Gathers words, and returns the bits that do not fill a byte yet.
  private static long gather(
      MemorySegment data,
      long from,
      long pitch,
      int words,
      long mask,
      boolean reversed,
      MemorySegment part,
      long begin) {
    int picked = Long.bitCount(mask);
    boolean inOnePiece = mask == ones(picked);
    long word = 0;
    int filled = 0;
    long bit = from;
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
    return word;
  }

  /// Gathers the last runs, byte by byte.
  ///
  /// @param pending the bits before them in the byte where they begin
  private static void finish(
      MemorySegment data,
      BitStrip strip,
      boolean reversed,
      long firstRow,
      long rows,
      long pending,
      MemorySegment part,
      long begin) {
    int run = (int) strip.run();
    long word = pending;
    int filled = (int) (firstRow * run & 7);
    long to = begin;
    for (long row = firstRow; row < firstRow + rows; row++) {
      word |= bits(data, row * strip.pitch() + strip.offset(), run, reversed) << filled;
      for (filled += run; filled >= Byte.SIZE; filled -= Byte.SIZE, word >>>= Byte.SIZE) {
        setByte(part, to++, word, reversed);
      }
    }
    if (filled > 0) {
      setByte(part, to, word, reversed);
    }
  }

  private static void fill(
      MemorySegment data,
      BitStrip strip,
      boolean reversed,
      MemorySegment part,
      long begin,
      long end) {
    long run = strip.run();
    long stop = Math.min(strip.rows() * run, end * Byte.SIZE);
    for (long bit = begin * Byte.SIZE; bit < stop; ) {
      long column = bit % run;
      long count = Math.min(run - column, stop - bit);
      long from = bit / run * strip.pitch() + strip.offset() + column;
      append(data, from, reversed, part, bit, count);
      bit += count;
    }
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
    long kept = byteAt(part, to >>> 3, reversed) & ones(filled);
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
    for (long done = moved << 3; done < count; done += BitMover.SHORT_RUN) {
      int rest = (int) Math.min(BitMover.SHORT_RUN, count - done);
      setBytes(part, to + (done >>> 3), bits(data, from + done, rest, reversed), rest, reversed);
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

  /// Up to [BitMover#SHORT_RUN] bits, of which the last may end the data.
  private static long bits(MemorySegment data, long from, int count, boolean reversed) {
    long at = from >>> 3;
    long word = 0;
    if (at + Long.BYTES <= data.byteSize()) {
      word = word(data, at, reversed);
    } else {
      for (long i = data.byteSize() - 1; i >= at; i--) {
        word = word << Byte.SIZE | byteAt(data, i, reversed);
      }
    }
    return word >>> (from & 7) & ones(count);
  }

  private static void setBytes(MemorySegment part, long to, long word, int bits, boolean reversed) {
    for (int i = 0; i < bits; i += Byte.SIZE) {
      setByte(part, to + (i >>> 3), word >>> i, reversed);
    }
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
