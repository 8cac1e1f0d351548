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

  /// Half of a second-level cache. With two threads, tiles of 256 KiB and 1 MiB came within 2 % for
  /// A, F and J of the suite, and 2 and 8 % behind for H.
  private static final long TILE_BYTES = 512 << 10;

  /// f32 [1024, 512] in three came within 7 % in tiles of 64, 128 and 256 KiB.
  private static final long LEAST_TILE_BYTES = 128 << 10;

  private final MemorySegment data;
  private final MovedParts moved;
  private final TileGrid grid;

  ByteTiles(SplitPlan plan, MemorySegment data, MovedParts moved) {
    this.data = data;
    this.moved = moved;
    this.grid = grid(plan);
  }

  static TileGrid grid(SplitPlan plan) {
    long tile = Pieces.bytes(plan, LEAST_TILE_BYTES, TILE_BYTES);
    return new TileGrid(plan.rows(), plan.row(), plan.row() > STRETCH_BYTES ? STRETCH_BYTES : tile);
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

  /// Long runs are copied in the order of the data: one part after the other is slower by 4 % for A
  /// of the suite, 10 % for F and H, and 22 % for f16 [65536, 2048] in two.
  private void copyRows(long first, long count) {
    for (long row = first; row < first + count; row++) {
      for (int i = 0; i < moved.count(); i++) {
        long run = moved.run(i);
        if (isCopiedByRow(run)) {
          long from = row * grid.row() + moved.offset(i);
          MemorySegment.copy(data, from, moved.target(i), row * run, run);
        }
      }
    }
    copyOthers(first, count);
  }

  private boolean isCopiedByRow(long run) {
    return run >= RunCopier.BULK_RUN && run < grid.row();
  }

  private void copyOthers(long first, long count) {
    for (int i = 0; i < moved.count(); i++) {
      long run = moved.run(i);
      if (!isCopiedByRow(run)) {
        long from = first * grid.row() + moved.offset(i);
        RunCopier.copy(data, from, grid.row(), moved.target(i), first * run, run, count);
      }
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
