package io.cleave.cpu;

import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.RowsMover;
import io.cleave.cpu.loops.Runs;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What gathers the short runs of a tile, each part's in a place of its own.
///
/// Where parts are columns of a row and most of its columns are wanted, all of them are gathered in
/// one pass: of pixels whose alpha is dropped, four places are filled and three used.
final class TileGathering {
  private final int[] places;

  /// The bytes of a row that each place takes.
  private final long[] runs;

  private final Mover[] byPart;
  private final @Nullable RowsMover columns;

  private TileGathering(int[] places, long[] runs, Mover[] byPart, @Nullable RowsMover columns) {
    this.places = places;
    this.runs = runs;
    this.byPart = byPart;
    this.columns = columns;
  }

  /// @param row the bytes of a row
  static TileGathering of(Kernels kernels, MovedParts moved, long row) {
    int parts = moved.count();
    int count = moved.columnsOf(row);
    if (count > 1 && 2 * parts > count) {
      int run = (int) moved.run(0);
      RowsMover columns = kernels.columns(count, run);
      if (columns != null) {
        int[] places = IntStream.range(0, parts).map(i -> (int) (moved.offset(i) / run)).toArray();
        long[] runs = new long[count];
        Arrays.fill(runs, run);
        return new TileGathering(places, runs, new Mover[0], columns);
      }
    }
    Mover[] byPart = new Mover[parts];
    Arrays.setAll(byPart, i -> kernels.mover(new Runs(row, moved.offset(i), moved.run(i))));
    long[] runs = IntStream.range(0, parts).mapToLong(moved::run).toArray();
    return new TileGathering(IntStream.range(0, parts).toArray(), runs, byPart, null);
  }

  /// How many elements each place takes of so many rows.
  ///
  /// @param width the bytes of an element
  int[] elements(int width, int rows) {
    return Arrays.stream(runs).mapToInt(run -> (int) (run / width * rows)).toArray();
  }

  /// The place of a part.
  int place(int part) {
    return places[part];
  }

  /// Fills all places from their beginning on.
  ///
  /// @param from where the first row begins
  void gather(MemorySegment data, long from, MemorySegment[] staged, int rows) {
    if (columns != null) {
      columns.move(data, from, staged, 0, rows);
      return;
    }
    for (int i = 0; i < byPart.length; i++) {
      byPart[i].move(data, from, staged[i], 0, rows);
    }
  }
}
