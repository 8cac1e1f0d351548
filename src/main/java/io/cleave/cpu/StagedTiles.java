package io.cleave.cpu;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/// The work of a plan with short runs: tiles of whole rows, each taken through a [Stage] in steps
/// of some rows.
final class StagedTiles implements Work {
  /// What is staged and what is gathered together fit a second-level cache with ease; half of it is
  /// as fast, twice as much is slower.
  private static final long STEP_BYTES = 32 << 10;

  /// What a part should gain in a step, as it leaves the stage in one copy: i32 [4096, 3000] into
  /// 1000 parts comes at 1.6 GB/s with pieces of 256 bytes, 2.0 with 512, 2.2 with 1024.
  private static final long PIECE_BYTES = 1024;

  /// Steps of i32 [4096, 3000] that are larger than this are gathered a third slower.
  private static final long MAX_STEP_BYTES = 1 << 20;

  /// Staging reads all columns: where less than one in this many belongs to a short run, it costs
  /// more than it saves.
  private static final long SHORT_SHARE = 8;

  private final MemorySegment data;
  private final MovedParts moved;
  private final TileGrid grid;
  private final int rowsPerStep;

  StagedTiles(SplitPlan plan, MemorySegment data, MovedParts moved, long tileBytes) {
    this.data = data;
    this.moved = moved;
    this.grid = grid(plan, tileBytes);
    this.rowsPerStep = rowsPerStep(plan);
  }

  /// Whether staging is faster than copying each run from the data to its part.
  static boolean isFor(SplitPlan plan) {
    return plan.row() <= MAX_STEP_BYTES && shortBytes(plan) > plan.row() / SHORT_SHARE;
  }

  /// The bytes of a row that belong to short runs.
  private static long shortBytes(SplitPlan plan) {
    long bytes = 0;
    for (Part part : plan.parts()) {
      long run = part.run();
      if (part.isWanted() && !part.isContiguous() && Stage.isShort(run)) {
        bytes += run;
      }
    }
    return bytes;
  }

  /// Tiles of whole steps.
  static TileGrid grid(SplitPlan plan, long tileBytes) {
    long step = rowsPerStep(plan) * plan.row();
    return new TileGrid(plan.rows(), plan.row(), Math.max(1, tileBytes / step) * step);
  }

  private static int rowsPerStep(SplitPlan plan) {
    long bytes = Math.clamp(plan.partCount() * PIECE_BYTES, STEP_BYTES, MAX_STEP_BYTES);
    return (int) Math.clamp(bytes / plan.row(), 1, plan.rows());
  }

  @Override
  public long pieces() {
    return grid.tiles();
  }

  @Override
  public LongConsumer worker() {
    Stage stage = new Stage(data, (int) grid.row(), moved, rowsPerStep);
    return tile -> copy(stage, tile);
  }

  private void copy(Stage stage, long tile) {
    long end = grid.firstRow(tile) + grid.rowsOf(tile);
    for (long row = grid.firstRow(tile); row < end; row += rowsPerStep) {
      stage.copy(row, (int) Math.min(rowsPerStep, end - row));
    }
  }
}
