package io.cleave.cpu.vector;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/// Gathering of runs from up to four windows, each as wide as a vector, into one vector: the
/// windows begin where their runs fall on places that are still free, so that they can be laid over
/// each other by masks, and one shuffle puts all runs in order.
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
final class Windows {
  static final int MOST = 4;

  private final VectorSpecies<Byte> species;
  private final long pitch;
  private final int run;
  private final int count;
  private final int[] starts;
  private final int[] places;

  /// The bytes from the first run of a step to the end of what it loads.
  private final int reach;

  private final int[] firsts;

  /// The masks of the windows, made by [#prepare], as is the shuffle that puts the runs in order.
  private VectorMask<Byte>[] masks = noMasks();

  private @Nullable VectorShuffle<Byte> order;

  private Windows(
      VectorSpecies<Byte> species,
      long pitch,
      int run,
      int count,
      int[] starts,
      int[] places,
      int[] firsts) {
    this.species = species;
    this.pitch = pitch;
    this.run = run;
    this.count = count;
    this.starts = starts;
    this.places = places;
    this.reach = Arrays.stream(starts).max().orElseThrow() + species.length();
    this.firsts = firsts;
  }

  /// For runs of at least a vector: a step moves one run, without windows.
  static Windows none(VectorSpecies<Byte> species, long pitch, int run) {
    return new Windows(species, pitch, run, 0, new int[MOST], new int[1], new int[0]);
  }

  /// As many windows as fill a vector, but no more than there are loops for.
  static Windows of(VectorSpecies<Byte> species, int pitch, int run) {
    int width = species.length();
    BitSet taken = new BitSet(width);
    int[] starts = new int[MOST];
    int[] firsts = new int[MOST + 1];
    int[] places = new int[width / run];
    int row = 0;
    int count = 0;
    for (; count < MOST && row < places.length; count++) {
      int start = start(taken, width, pitch, run, row);
      int rows = rowsAt(taken, width, pitch, run, start);
      if (rows == 0) {
        break;
      }
      starts[count] = row * pitch - start;
      firsts[count] = row;
      for (int i = 0; i < rows && row < places.length; i++, row++) {
        places[row] = start + i * pitch;
        taken.set(places[row], places[row] + run);
      }
    }
    firsts[count] = row;
    return new Windows(species, pitch, run, count, starts, Arrays.copyOf(places, row), firsts);
  }

  /// The place for the first run of a window that gives room to most of them.
  private static int start(BitSet taken, int width, int pitch, int run, int row) {
    int best = 0;
    int most = 0;
    // Not before the first run: there may be no data.
    for (int start = 0; start <= Math.min(width - run, (long) row * pitch); start++) {
      int rows = rowsAt(taken, width, pitch, run, start);
      if (rows > most) {
        best = start;
        most = rows;
      }
    }
    return best;
  }

  private static int rowsAt(BitSet taken, int width, int pitch, int run, int start) {
    int rows = 0;
    for (int at = start; at + run <= width && isFree(taken, at, run); at += pitch) {
      rows++;
    }
    return rows;
  }

  private static boolean isFree(BitSet taken, int at, int run) {
    int next = taken.nextSetBit(at);
    return next < 0 || next >= at + run;
  }

  @SuppressWarnings("unchecked")
  private static VectorMask<Byte>[] noMasks() {
    return (VectorMask<Byte>[]) new VectorMask<?>[MOST];
  }

  /// Makes masks and shuffle, which takes as long as moving a MiB. Before a loop on vectors, since
  /// a branch in it that is taken for the first time has it interpreted for seconds.
  void prepare() {
    if (count == 0) {
      return;
    }
    int[] from = new int[species.length()];
    for (int i = 0; i < bytes(); i++) {
      from[i] = places[i / run] + i % run;
    }
    order = VectorShuffle.fromArray(species, from, 0);
    VectorMask<Byte>[] made = noMasks();
    for (int i = 0; i < count; i++) {
      boolean[] lanes = new boolean[species.length()];
      for (int row = firsts[i]; row < firsts[i + 1]; row++) {
        Arrays.fill(lanes, places[row], places[row] + run, true);
      }
      made[i] = VectorMask.fromArray(species, lanes, 0);
    }
    masks = made;
  }

  /// The bytes of a vector.
  int width() {
    return species.length();
  }

  /// The windows of a step; 0 where runs are moved whole.
  int count() {
    return count;
  }

  /// The rows of a step.
  int rows() {
    return places.length;
  }

  /// The bytes of a step's store that belong to runs.
  int bytes() {
    return places.length * run;
  }

  /// The distance from one step to the next in the data.
  long stride() {
    return places.length * pitch;
  }

  /// The rows that must follow a step, since it loads and stores whole vectors.
  ///
  /// @param offset where the run begins within a row
  int beyond(long offset) {
    long loaded = Math.ceilDiv(Math.max(0, offset + reach - stride()), pitch);
    int stored = Math.ceilDiv(species.length() - bytes(), run);
    return (int) Math.max(loaded, stored);
  }

  /// The begin of a window, counted from the first run of the step.
  int start(int window) {
    return starts[window];
  }

  /// The bytes that a window contributes.
  VectorMask<Byte> mask(int window) {
    return masks[window];
  }

  /// Puts the bytes in order, once the windows lie over each other.
  VectorShuffle<Byte> order() {
    return Objects.requireNonNull(order);
  }
}
