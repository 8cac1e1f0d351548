package io.cleave.cpu;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/// The work of a plan with long runs, or with a few short ones: tiles of the data, each read once
/// and spread over all parts while it is in the cache. A tile is some whole rows, or a stretch of
/// one row where rows are longer than a tile.
final class ByteTiles implements Work {
  /// Rows longer than this are cut into stretches of it. From about 2.5 MiB on a copy of HotSpot's
  /// passes the cache by: in two noisy runs, pieces of 3 MiB came at 0.87 and 1.38 of one plain
  /// copy, of 4 MiB at 0.66 and 1.22, of 64 KiB to 2 MiB at 0.49 to 0.65 and 0.71 to 0.76.
  private static final long STRETCH_BYTES = 4 << 20;

  private final MemorySegment data;
  private final MovedParts moved;
  private final TileGrid grid;

  ByteTiles(SplitPlan plan, MemorySegment data, MovedParts moved, long tileBytes) {
    this.data = data;
    this.moved = moved;
    this.grid = grid(plan, tileBytes);
  }

  static TileGrid grid(SplitPlan plan, long tileBytes) {
    boolean isLong = plan.row() > STRETCH_BYTES;
    return new TileGrid(plan.rows(), plan.row(), isLong ? STRETCH_BYTES : tileBytes);
  }

  @Override
  public long pieces() {
    return grid.tiles();
  }

  @Override
  public LongConsumer worker() {
    return this::copy;
  }

  private void copy(long tile) {
    if (grid.cutsRows()) {
      long from = tile % grid.tilesPerRow() * grid.tileBytes();
      copyStretch(tile / grid.tilesPerRow(), from, Math.min(grid.row(), from + grid.tileBytes()));
    } else {
      copyRows(grid.firstRow(tile), grid.rowsOf(tile));
    }
  }

  private void copyRows(long first, long count) {
    for (int i = 0; i < moved.count(); i++) {
      long run = moved.run(i);
      long from = first * grid.row() + moved.offset(i);
      RunCopier.copy(data, from, grid.row(), moved.target(i), first * run, run, count);
    }
  }

  /// Copies what lies from column `from` to column `to` of one row.
  private void copyStretch(long row, long from, long to) {
    for (int i = moved.firstReaching(from); i < moved.count() && moved.offset(i) < to; i++) {
      long offset = moved.offset(i);
      long run = moved.run(i);
      long begin = Math.max(from - offset, 0);
      long end = Math.min(to - offset, run);
      MemorySegment.copy(
          data, row * grid.row() + offset + begin, moved.target(i), row * run + begin, end - begin);
    }
  }
}
