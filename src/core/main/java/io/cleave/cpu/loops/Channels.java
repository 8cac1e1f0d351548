package io.cleave.cpu.loops;

import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// How words of interleaved channels become words of one channel: as many words as there are
/// channels are turned and laid over each other, so that each lane of the result is taken once, and
/// then its lanes are put in order by swaps.
///
/// Of pixels `rgb` of bytes, three words hold eight, whose `g` are gathered like this:
///
/// ```
/// words            rgbrgbrg brgbrgbr gbrgbrgb
/// g of pixel       .0..1..2 ..3..4.. 5..6..7.
/// turned by a lane 0..1..2. .3..4... ..6..7.5
/// overlaid         03614725
/// lanes swapped    01634527 1 with 3, 5 with 7
///                  01234567 2 with 6
/// ```
final class Channels {
  private static final int FEWEST = 2;
  private static final int MOST = 4;

  /// Wider elements are moved by a load and a store each: f32 in 3 came at 23 GB/s so, at 22
  /// through swaps. In the cache, u8 and f16 in 3 came at 4.8 and 7.2 GB/s so, at 12 and 18 through
  /// swaps.
  private static final int WIDEST = 2;

  /// The bytes of a word, each called by its place.
  private static final long IN_ORDER = 0x07_06_05_04_03_02_01_00L;

  private static final Swap NONE = new Swap(Byte.SIZE, 0);
  private static final Swap PAIRS = new Swap(Byte.SIZE, 0x0000_FF00_0000_FF00L);
  private static final Swap QUARTERS = new Swap(2 * Byte.SIZE, 0x0000_0000_FFFF_0000L);

  private final int width;
  private final int[][] turns;
  private final long[][] masks;
  private final Swap first;
  private final Swap second;

  private Channels(int count, int width, Swap first, Swap second) {
    this.width = width;
    this.turns = new int[count][MOST];
    this.masks = new long[count][MOST];
    this.first = first;
    this.second = second;
  }

  /// Exchanges lanes.
  ///
  /// @param by how many bits are between the lanes of a pair
  /// @param lanes the lower ones
  record Swap(int by, long lanes) {
    long of(long word) {
      long changed = (word ^ (word >>> by)) & lanes;
      return word ^ changed ^ (changed << by);
    }
  }

  /// Null where rows of so many elements are no channels, or none that swaps are good for.
  static @Nullable Channels of(int count, int width) {
    boolean fits =
        ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            && Integer.bitCount(width) == 1
            && width <= WIDEST
            && count >= FEWEST
            && count <= MOST;
    return fits ? fitting(count, width) : null;
  }

  /// @param count of the channels
  /// @param width the bytes of one element
  private static Channels fitting(int count, int width) {
    return switch (count) {
      case 2 -> of(count, width, width == 1 ? PAIRS : NONE, width <= 2 ? QUARTERS : NONE);
      case 3 -> ofThree(width);
      default -> of(count, width, width == 1 ? QUARTERS : NONE, width == 1 ? PAIRS : NONE);
    };
  }

  private static Channels ofThree(int width) {
    return switch (width) {
      case 1 ->
          of(
              3,
              width,
              new Swap(2 * Byte.SIZE, 0x0000_FF00_0000_FF00L),
              new Swap(4 * Byte.SIZE, 0x0000_0000_00FF_0000L));
      case 2 -> of(3, width, new Swap(4 * Byte.SIZE, 0x0000_0000_FFFF_0000L), NONE);
      default -> of(3, width, NONE, NONE);
    };
  }

  private static Channels of(int count, int width, Swap first, Swap second) {
    Channels channels = new Channels(count, width, first, second);
    // A swap undoes itself: where the lanes are before they are sorted.
    long overlaid = first.of(second.of(IN_ORDER));
    for (int channel = 0; channel < count; channel++) {
      for (int lane = 0; lane < Long.BYTES; lane++) {
        channels.place(channel, width, lane, (int) (overlaid >>> (lane * Byte.SIZE)) & 0xFF);
      }
    }
    return channels;
  }

  /// Has a byte of the channel come to a lane.
  private void place(int channel, int width, int lane, int ofChannel) {
    int row = ofChannel / width;
    int at = (row * turns.length + channel) * width + ofChannel % width;
    int word = at / Long.BYTES;
    turns[channel][word] = Math.floorMod(at - lane, Long.BYTES) * Byte.SIZE;
    masks[channel][word] |= 0xFFL << (lane * Byte.SIZE);
  }

  int count() {
    return turns.length;
  }

  /// The bytes of one element.
  int width() {
    return width;
  }

  /// By how many bits a word is turned to the right for a channel.
  int turn(int channel, int word) {
    return turns[channel][word];
  }

  /// Which lanes are the word's, once it is turned: none where there are not so many words.
  long mask(int channel, int word) {
    return masks[channel][word];
  }

  /// What to do first with what was overlaid.
  Swap first() {
    return first;
  }

  Swap second() {
    return second;
  }
}
