package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Separation of rows of two, three or four equal elements, such as pixels, into one part for each
/// column (channel).
///
/// Words of interleaved channels become words of one channel: as many words as there are channels
/// are rotated and overlaid, so that each lane of the result is taken once, and swaps put its lanes
/// in order.
///
/// Of pixels `rgb` of bytes, three words hold eight, whose `g` are gathered like this:
///
/// ```
/// words             rgbrgbrg brgbrgbr gbrgbrgb
/// g of pixel        .0..1..2 ..3..4.. 5..6..7.
/// rotated by a lane 0..1..2. .3..4... ..6..7.5
/// overlaid          03614725
/// lanes swapped     01634527 1 with 3, 5 with 7
///                   01234567 2 with 6
/// ```
///
/// The words are first dealt out to one array for each channel. The loop then reads words of the
/// same index, and HotSpot vectorizes it.
final class Channels implements Mover {
  private static final int FEWEST = 2;
  private static final int MOST = 4;

  /// Wider elements are moved by a load and a store each, which is no slower. Narrower ones are 2.5
  /// times as fast through swaps.
  private static final int WIDEST = 2;

  /// A first-level cache holds a step's staged and gathered words together.
  private static final int STEP_BYTES = 8 << 10;

  /// A word whose bytes are their own indices.
  private static final long IN_ORDER = 0x07_06_05_04_03_02_01_00L;

  private static final Swap NONE = new Swap(Byte.SIZE, 0);
  private static final Swap PAIRS = new Swap(Byte.SIZE, 0x0000_FF00_0000_FF00L);
  private static final Swap QUARTERS = new Swap(2 * Byte.SIZE, 0x0000_0000_FFFF_0000L);

  private final int count;
  private final int width;
  private final Swap first;
  private final Swap second;

  /// The bits by which each word is rotated to the right, by channels.
  private final int[][] turns;

  /// The lanes of each rotated word that belong to a channel; 0 where there are fewer words.
  private final long[][] masks;

  private final MethodHandle copy = bulkCopy();
  private final Runs runs;
  private final long[] begins;
  private final int rowsPerStep;
  private final ScratchPool<Stage> stages;

  /// Exchange of pairs of lanes.
  ///
  /// @param by the distance of the lanes of a pair, in bits
  /// @param lanes mask of the lower lane of each pair
  private record Swap(int by, long lanes) {
    long of(long word) {
      long changed = (word ^ (word >>> by)) & lanes;
      return word ^ changed ^ (changed << by);
    }
  }

  private Channels(Runs runs, long[] begins, Swap first, Swap second) {
    this.runs = runs;
    this.begins = begins;
    this.count = begins.length;
    this.width = (int) runs.run();
    this.first = first;
    this.second = second;
    this.turns = new int[count][MOST];
    this.masks = new long[count][MOST];
    this.rowsPerStep = STEP_BYTES / (count * width) & -Long.BYTES;
    this.stages = new ScratchPool<>(Stage::new);
    // A swap undoes itself, so this is the order of the lanes before they are swapped.
    long overlaid = first.of(second.of(IN_ORDER));
    for (int channel = 0; channel < count; channel++) {
      for (int lane = 0; lane < Long.BYTES; lane++) {
        place(channel, lane, (int) (overlaid >>> (lane * Byte.SIZE)) & 0xFF);
      }
    }
  }

  /// A mover for channels; null if it is no faster, or a row has too many elements.
  ///
  /// @param runs the runs of the first channel
  /// @param begins where the first run of each channel goes
  static @Nullable Channels of(Runs runs, long[] begins) {
    int count = begins.length;
    long width = runs.run();
    boolean fits =
        ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            && width >= 1
            && width <= WIDEST
            && count >= FEWEST
            && count <= MOST;
    if (!fits) {
      return null;
    }
    boolean areBytes = width == 1;
    if (count == 2) {
      return new Channels(runs, begins, areBytes ? PAIRS : NONE, QUARTERS);
    } else if (count == MOST) {
      return new Channels(runs, begins, areBytes ? QUARTERS : NONE, areBytes ? PAIRS : NONE);
    }
    Swap far = new Swap(4 * Byte.SIZE, areBytes ? 0x0000_0000_00FF_0000L : 0x0000_0000_FFFF_0000L);
    return areBytes
        ? new Channels(runs, begins, new Swap(2 * Byte.SIZE, 0x0000_FF00_0000_FF00L), far)
        : new Channels(runs, begins, far, NONE);
  }

  /// [#copyBytes] by a handle that is not constant, so that C2 calls it. Inlined into the loops of
  /// a step, copies keep C2 busy for a third of the first two seconds of a JVM.
  private static MethodHandle bulkCopy() {
    Class<?> memory = MemorySegment.class;
    MethodType type =
        MethodType.methodType(void.class, memory, long.class, memory, long.class, long.class);
    try {
      return MethodHandles.lookup().findStatic(Channels.class, "copyBytes", type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("copyBytes cannot be called", e);
    }
  }

  /// By the copy with layouts: C2 compiles it sooner than the other one, which has loops for a few
  /// bytes.
  static void copyBytes(MemorySegment data, long from, MemorySegment part, long to, long bytes) {
    MemorySegment.copy(data, JAVA_BYTE, from, part, JAVA_BYTE, to, bytes);
  }

  /// Assigns a byte of the channel to a lane.
  private void place(int channel, int lane, int ofChannel) {
    int at = (ofChannel / width * count + channel) * width + ofChannel % width;
    int word = at / Long.BYTES;
    turns[channel][word] = Math.floorMod(at - lane, Long.BYTES) * Byte.SIZE;
    masks[channel][word] |= 0xFFL << (lane * Byte.SIZE);
  }

  @Override
  public void move(
      MemorySegment data, long from, MemorySegment[] parts, long to, int rows, int indices) {
    Stage stage = stages.take();
    int most = Math.max(1, rowsPerStep / rows);
    for (int i = 0; i < indices; i += most) {
      int some = Math.min(most, indices - i);
      for (int done = 0; done < rows; done += rowsPerStep) {
        long at = from + i * runs.stride() + done * runs.pitch();
        long place = to + i * runs.partStride() + done * runs.run();
        stage.step(data, at, parts, place, Math.min(rowsPerStep, rows - done), some);
      }
    }
    stages.give(stage);
  }

  /// The number of groups of rows. A group makes one word of each channel.
  private int groups(int rows) {
    return Math.ceilDiv(rows, Long.BYTES / width);
  }

  /// Scratch arrays of one thread.
  private final class Stage {
    private final long[] staged;
    private final long[][] words;
    private final long[] gathered;
    private final MemorySegment stagedMemory;
    private final MemorySegment gatheredMemory;

    Stage() {
      int groups = groups(rowsPerStep);
      this.staged = new long[groups * count];
      this.words = new long[count][groups];
      this.gathered = new long[groups];
      this.stagedMemory = MemorySegment.ofArray(staged);
      this.gatheredMemory = MemorySegment.ofArray(gathered);
    }

    /// Moves whole indices, or some rows of one.
    void step(
        MemorySegment data, long from, MemorySegment[] parts, long to, int rows, int indices) {
      long bytes = (long) rows * count * width;
      for (int i = 0; i < indices; i++) {
        copy(data, from + i * runs.stride(), stagedMemory, i * bytes, bytes);
      }
      int groups = groups(rows * indices);
      for (int i = 0; i < count; i++) {
        deal(words[i], i, groups);
      }
      int last = count - 1;
      for (int channel = 0; channel < parts.length; channel++) {
        gather(words[0], words[1], words[Math.min(2, last)], words[last], channel, groups);
        long each = (long) rows * width;
        boolean areOne = runs.partStride() == each;
        for (int i = 0; i < (areOne ? 1 : indices); i++) {
          long place = to + begins[channel] + i * runs.partStride();
          long some = areOne ? indices * each : each;
          copy(gatheredMemory, i * each, parts[channel], place, some);
        }
      }
    }

    private void copy(MemorySegment data, long from, MemorySegment part, long to, long bytes) {
      try {
        copy.invokeExact(data, from, part, to, bytes);
      } catch (Throwable e) {
        throw Specialized.unchecked(e);
      }
    }

    private void deal(long[] out, int first, int groups) {
      int at = first;
      for (int i = 0; i < groups; i++, at += count) {
        out[i] = staged[at];
      }
    }

    /// Where there are fewer channels, the masks take no lane of the words that stand in for the
    /// others: a loop for each number of channels is no faster. A separate loop for the swaps costs
    /// a seventh of the rate.
    private void gather(long[] a, long[] b, long[] c, long[] d, int channel, int groups) {
      int[] turn = turns[channel];
      int turnA = turn[0];
      int turnB = turn[1];
      int turnC = turn[2];
      int turnD = turn[3];
      long[] mask = masks[channel];
      long inA = mask[0];
      long inB = mask[1];
      long inC = mask[2];
      long inD = mask[3];
      Swap one = first;
      Swap two = second;
      for (int i = 0; i < groups; i++) {
        long overlaid =
            (Long.rotateRight(a[i], turnA) & inA)
                | (Long.rotateRight(b[i], turnB) & inB)
                | (Long.rotateRight(c[i], turnC) & inC)
                | (Long.rotateRight(d[i], turnD) & inD);
        gathered[i] = two.of(one.of(overlaid));
      }
    }
  }
}
