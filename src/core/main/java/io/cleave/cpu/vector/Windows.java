package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Runs;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// Gathering of runs from up to four windows, each as wide as a vector: the windows begin where
/// their runs fall on places that are still free, so that they can be laid over each other by
/// masks, and one shuffle puts all runs in order.
///
/// Rows `abc` of bytes, the part `b`, vectors of 8:
///
/// ```
/// first window   bcabcabc   of row 0 to 2: 0..1..2.
/// second window  cabcabca   of row 3 and 4, a byte before:  .3..4...
/// third window   abcabcab   of row 5 and 6, two before: ..5..6..
/// laid over      03514 62.  in order: 0123456
/// ```
///
/// One window of each vector stays within the rows at their beginning; at their end it may go
/// beyond, by [#beyond] rows at most.
///
/// Three columns of the same width, such as the channels of pixels, come from the same windows,
/// each with separate masks and order. Vectors of 4, rows `abc`:
///
/// ```
/// loaded    abca bcab cabc
/// of a      0..1 ..2. .3..
/// laid over 0321
/// in order  0123
/// ```
///
/// Two or four columns have the same lanes in all vectors. So a shuffle first groups the runs of
/// each vector by columns. In each vector every group is one place further on than in the vector
/// before, and the last group comes first. Rows `ab`:
///
/// ```
/// loaded    abab abab
/// grouped   aabb bbaa
/// of b      ..01 23..
/// laid over 2301
/// in order  0123
/// ```
final class Windows {
  static final int MOST = 4;

  private final VectorSpecies<Byte> species;
  private final int parts;
  private final long pitch;
  private final int run;

  /// The bytes of a vector.
  final int width;

  /// The windows of a step; 0 where runs are moved whole.
  final int count;

  /// The rows of a step.
  final int rows;

  /// The bytes that a step makes of each part.
  final int bytes;

  /// The distance from one step to the next in the data.
  final long stride;

  /// The begin of each window, counted from the first run of the step.
  final int[] starts;

  /// True if runs and the gaps between them are whole ints, which shuffles move with fewer
  /// instructions: AVX2 has one for ints and takes five for bytes.
  final boolean areInts;

  /// The lanes that each window contributes to the first part. Made by [#prepare], as the shuffles
  /// are.
  final VectorMask<Byte>[] masks;

  /// The shuffles that group the runs of each window by columns, of two and four columns. Where
  /// [#areInts] they are [#intGroupings].
  final VectorShuffle<Byte>[] groupings;

  final VectorShuffle<Integer>[] intGroupings;

  /// The shuffles that put each part in order, once the windows lie over each other. Where
  /// [#areInts], and of four columns, they are [#intOrders].
  final VectorShuffle<Byte>[] orders;

  final VectorShuffle<Integer>[] intOrders;

  /// The window from which a lane of the laid over windows comes.
  private final IntUnaryOperator windowOf;

  /// The lane of the laid over windows from which a lane of a part comes.
  private final IntBinaryOperator ordered;

  private final @Nullable IntBinaryOperator grouped;

  private volatile boolean isPrepared;

  /// @param parts how many are gathered from the same windows
  /// @param rows of a step
  /// @param windowOf the window from which a lane comes in the first part, negative if none
  /// @param ordered the lane that comes to a lane of a part
  /// @param grouped the lane of a window that comes to another one when its runs are grouped; null
  ///   if they are not
  @SuppressWarnings("unchecked")
  private Windows(
      VectorSpecies<Byte> species,
      int parts,
      int rows,
      long pitch,
      int run,
      int[] starts,
      IntUnaryOperator windowOf,
      IntBinaryOperator ordered,
      @Nullable IntBinaryOperator grouped) {
    this.species = species;
    this.parts = parts;
    this.pitch = pitch;
    this.run = run;
    this.width = species.length();
    this.count = starts.length;
    this.rows = rows;
    this.bytes = rows * run;
    this.stride = rows * pitch;
    this.areInts = run % Integer.BYTES == 0 && pitch % Integer.BYTES == 0;
    this.starts = Arrays.copyOf(starts, MOST);
    this.windowOf = windowOf;
    this.ordered = ordered;
    this.grouped = grouped;
    this.masks = (VectorMask<Byte>[]) new VectorMask<?>[MOST];
    this.groupings = (VectorShuffle<Byte>[]) new VectorShuffle<?>[MOST];
    this.intGroupings = (VectorShuffle<Integer>[]) new VectorShuffle<?>[MOST];
    this.orders = (VectorShuffle<Byte>[]) new VectorShuffle<?>[MOST];
    this.intOrders = (VectorShuffle<Integer>[]) new VectorShuffle<?>[MOST];
  }

  /// For runs of more than a vector: a step moves one run, without windows.
  static Windows none(VectorSpecies<Byte> species, Runs runs) {
    int run = (int) runs.run();
    return new Windows(
        species, 0, 1, runs.pitch(), run, new int[0], _ -> 0, (_, lane) -> lane, null);
  }

  /// As many windows as fill a vector, but no more than there are loops for. Each begins at the
  /// first place with room for a run.
  static Windows of(VectorSpecies<Byte> species, int pitch, int run) {
    int width = species.length();
    int[] starts = new int[MOST];
    int[] places = new int[width / run];
    int[] windows = new int[width];
    Arrays.fill(windows, -1);
    int count = 0;
    int row = 0;
    for (int start = 0; count < MOST && row < places.length && start + run <= width; start++) {
      int before = row;
      for (int at = start;
          at + run <= width && row < places.length && isFree(windows, at, run);
          at += pitch, row++) {
        places[row] = at;
        Arrays.fill(windows, at, at + run, count);
      }
      if (row > before) {
        starts[count++] = before * pitch - start;
      }
    }
    int bytes = row * run;
    return new Windows(
        species,
        1,
        row,
        pitch,
        run,
        Arrays.copyOf(starts, count),
        lane -> windows[lane],
        (_, lane) -> lane < bytes ? places[lane / run] + lane % run : 0,
        null);
  }

  private static boolean isFree(int[] windows, int at, int run) {
    return IntStream.range(at, at + run).allMatch(lane -> windows[lane] < 0);
  }

  /// For all columns of rows.
  ///
  /// @param count 2, 3 or 4
  /// @param run the bytes of a column, a power of two of which a vector has `count` or more
  static Windows columns(VectorSpecies<Byte> species, int count, int run) {
    int width = species.length();
    int rows = width / run;
    int row = count * run;
    // Of three, each vector has every column one lane before where the one before has it. If a
    // vector of one more lane than whole rows has been loaded, they follow the other way round.
    boolean backwards = count == 3 && rows % 3 == 1;
    int[] starts =
        IntStream.range(0, count).map(i -> (backwards ? (count - i) % count : i) * width).toArray();
    // How many bytes of a column are next to each other.
    int stretch = count == 3 ? run : width / count;
    return new Windows(
        species,
        count,
        rows,
        row,
        run,
        starts,
        lane -> lane / stretch % count,
        count == 3
            ? (column, lane) -> (lane / run * row + column * run + lane % run) % width
            : (column, lane) -> (lane + column * stretch) % width,
        count == 3
            ? null
            : (window, lane) -> {
              int column = Math.floorMod(lane / stretch - window, count);
              return lane % stretch / run * row + column * run + lane % run;
            });
  }

  /// Makes masks and shuffles, which takes as long as moving a MiB. Before a loop on vectors, since
  /// a branch in it that is taken for the first time has it interpreted for seconds.
  void prepare() {
    if (!isPrepared) {
      prepareOnce();
    }
  }

  private synchronized void prepareOnce() {
    if (isPrepared) {
      return;
    }
    VectorSpecies<Integer> ints = species.withLanes(int.class);
    for (int i = 0; i < count; i++) {
      boolean[] lanes = new boolean[width];
      for (int lane = 0; lane < lanes.length; lane++) {
        lanes[lane] = windowOf.applyAsInt(lane) == i;
      }
      masks[i] = VectorMask.fromArray(species, lanes, 0);
      if (grouped != null && areInts) {
        intGroupings[i] = shuffle(ints, grouped, i);
      } else if (grouped != null) {
        groupings[i] = shuffle(species, grouped, i);
      }
    }
    for (int i = 0; i < parts; i++) {
      if (areInts || parts == MOST) {
        intOrders[i] = shuffle(ints, ordered, i);
      } else {
        orders[i] = shuffle(species, ordered, i);
      }
    }
    isPrepared = true;
  }

  private static <E> VectorShuffle<E> shuffle(
      VectorSpecies<E> lanes, IntBinaryOperator from, int index) {
    int bytes = lanes.elementSize() / Byte.SIZE;
    return VectorShuffle.fromOp(lanes, lane -> from.applyAsInt(index, lane * bytes) / bytes);
  }

  /// The rows that must follow a step, since it loads and stores whole vectors.
  ///
  /// @param offset where the run begins within a row
  int beyond(long offset) {
    if (count == 0) {
      return 0;
    }
    int reach = Arrays.stream(starts).max().orElseThrow() + width;
    long loaded = Math.ceilDiv(Math.max(0, offset + reach - stride), pitch);
    int stored = Math.ceilDiv(width - bytes, run);
    return (int) Math.max(loaded, stored);
  }
}
