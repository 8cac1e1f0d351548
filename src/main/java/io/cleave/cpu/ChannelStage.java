package io.cleave.cpu;

import io.cleave.cpu.Channels.Swap;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// A stage for rows of two, three or four equal elements that each go to a part of their own, as
/// pixels go to planes.
///
/// Nothing is moved element by element: once the words are dealt out to as many arrays as there are
/// channels, the loop goes over words of the same index, and HotSpot turns it into vector
/// instructions. With two threads and AVX-512 u8 rows of 3 and 4, f16 and f32 rows of 3 come at 15,
/// 13, 15 and 14 GB/s, run by run at 8, 10, 7 and 10.
final class ChannelStage implements Stage {
  private final MemorySegment data;
  private final int row;
  private final MovedParts moved;
  private final Channels channels;
  private final long[] staged;
  private final long[][] words;
  private final long[] gathered;
  private final MemorySegment stagedMemory;
  private final MemorySegment gatheredMemory;

  /// @param row the bytes of one row
  /// @param rows the most rows that will be copied at a time
  ChannelStage(MemorySegment data, int row, MovedParts moved, int rows) {
    int width = (int) moved.run(0);
    int count = row / width;
    int groups = groups(rows, width);
    this.data = data;
    this.row = row;
    this.moved = moved;
    this.channels = Channels.of(count, width);
    this.staged = new long[groups * count];
    this.words = new long[count][groups];
    this.gathered = new long[groups];
    this.stagedMemory = MemorySegment.ofArray(staged);
    this.gatheredMemory = MemorySegment.ofArray(gathered);
  }

  /// Whether this stage can take rows of so many bytes apart.
  static boolean isFor(long row, MovedParts moved) {
    if (moved.count() == 0 || ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      return false;
    }
    long width = moved.run(0);
    return Long.bitCount(width) == 1
        && width <= Long.BYTES
        && row % width == 0
        && row / width >= Channels.FEWEST
        && row / width <= Channels.MOST
        && moved.areColumns(width);
  }

  /// As many rows as make a word of each channel are a group.
  private static int groups(int rows, int width) {
    return Math.ceilDiv(rows, Long.BYTES / width);
  }

  @Override
  public void copy(long first, int rows) {
    MemorySegment.copy(data, first * row, stagedMemory, 0, (long) rows * row);
    int width = (int) moved.run(0);
    int groups = groups(rows, width);
    deal(groups);
    for (int i = 0; i < moved.count(); i++) {
      gather((int) moved.offset(i) / width, groups);
      MemorySegment.copy(gatheredMemory, 0, moved.target(i), first * width, (long) rows * width);
    }
  }

  private void deal(int groups) {
    switch (words.length) {
      case 2 -> deal(staged, words[0], words[1], groups);
      case 3 -> deal(staged, words[0], words[1], words[2], groups);
      default -> deal(staged, words[0], words[1], words[2], words[3], groups);
    }
  }

  private static void deal(long[] in, long[] a, long[] b, int groups) {
    for (int i = 0; i < groups; i++) {
      a[i] = in[2 * i];
      b[i] = in[2 * i + 1];
    }
  }

  private static void deal(long[] in, long[] a, long[] b, long[] c, int groups) {
    for (int i = 0; i < groups; i++) {
      a[i] = in[3 * i];
      b[i] = in[3 * i + 1];
      c[i] = in[3 * i + 2];
    }
  }

  private static void deal(long[] in, long[] a, long[] b, long[] c, long[] d, int groups) {
    for (int i = 0; i < groups; i++) {
      a[i] = in[4 * i];
      b[i] = in[4 * i + 1];
      c[i] = in[4 * i + 2];
      d[i] = in[4 * i + 3];
    }
  }

  private void gather(int channel, int groups) {
    int last = words.length - 1;
    gather(words[0], words[1], words[Math.min(2, last)], words[last], channel, groups);
  }

  /// Where there are fewer channels, no lane is taken of the words that stand in for the others:
  /// one more of the loops for each number of channels is no faster. A loop for the swaps alone
  /// costs a seventh of the rate.
  private void gather(long[] a, long[] b, long[] c, long[] d, int channel, int count) {
    int turnA = channels.turn(channel, 0);
    int turnB = channels.turn(channel, 1);
    int turnC = channels.turn(channel, 2);
    int turnD = channels.turn(channel, 3);
    long inA = channels.mask(channel, 0);
    long inB = channels.mask(channel, 1);
    long inC = channels.mask(channel, 2);
    long inD = channels.mask(channel, 3);
    Swap first = channels.first();
    Swap second = channels.second();
    for (int i = 0; i < count; i++) {
      long overlaid =
          (Long.rotateRight(a[i], turnA) & inA)
              | (Long.rotateRight(b[i], turnB) & inB)
              | (Long.rotateRight(c[i], turnC) & inC)
              | (Long.rotateRight(d[i], turnD) & inD);
      gathered[i] = second.of(first.of(overlaid));
    }
  }
}
