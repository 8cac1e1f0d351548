package io.cleave.cpu;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/// The work of a plan with many short runs, or with runs of bits: tiles of whole rows, each taken
/// through a [Stage] in steps of some rows.
final class StagedTiles implements Work {
  /// What a thread takes at a time: far more than it costs to hand it out.
  private static final long TILE_BYTES = 256 << 10;

  /// What is staged and what is gathered together fit a second-level cache. Two threads split u8
  /// [1048576, 100] at 15.8, 16.8, 17.4 and 17.1 GB/s in steps of 32, 128, 256 and 512 KiB, f32
  /// [2097152, 16] at 13.9 and 14.9 in steps of 32 and 256: the longer a piece of a part, the
  /// better the memory is used.
  private static final long STEP_BYTES = 256 << 10;

  /// Enough for most of that.
  private static final long LEAST_STEP_BYTES = 32 << 10;

  /// What a part should gain in a step, as it leaves the stage in one copy: i32 [4096, 3000] into
  /// 1000 parts comes at 1.6 GB/s with pieces of 256 bytes, 2.0 with 512, 2.2 with 1024.
  private static final long PIECE_BYTES = 1024;

  /// Steps of i32 [4096, 3000] that are larger than this are gathered a third slower.
  private static final long MAX_STEP_BYTES = 1 << 20;

  /// Staging reads all columns, so a row is not worth it of which less than one in this many
  /// belongs to a short run. In a JVM that had split memory of several kinds, short runs of 12 to
  /// 40 bytes beside long ones came at 19 to 28 GB/s through the stage and 8 to 20 without where
  /// they were a 4th to a 32nd of the row, about equal at a 64th, and 20 to 24 against 28 at a
  /// 128th.
  private static final long SHORT_SHARE = 64;

  private final SplitPlan plan;
  private final MemorySegment data;
  private final MovedParts moved;
  private final TileGrid grid;
  private final int rowsPerStep;

  StagedTiles(SplitPlan plan, MemorySegment data, MovedParts moved) {
    this.plan = plan;
    this.data = data;
    this.moved = moved;
    this.grid = grid(plan);
    this.rowsPerStep = rowsPerStep(plan);
  }

  /// Whether staging is faster than carrying each run from the data to its part.
  static boolean isFor(SplitPlan plan) {
    return plan.row() <= units(plan, MAX_STEP_BYTES) / fewestRows(plan)
        && gathered(plan) > plan.row() / SHORT_SHARE;
  }

  /// How much of a row belongs to short runs.
  private static long gathered(SplitPlan plan) {
    long units = 0;
    for (Part part : plan.parts()) {
      if (part.isWanted() && isGathered(plan, part)) {
        units += part.run();
      }
    }
    return units;
  }

  private static boolean isGathered(SplitPlan plan, Part part) {
    return plan.unit() == Unit.BIT || (ByteStage.isShort(part.run()) && !part.isContiguous());
  }

  /// Tiles of whole steps.
  static TileGrid grid(SplitPlan plan) {
    long step = rowsPerStep(plan) * plan.row();
    long tile = Math.max(1, units(plan, TILE_BYTES) / step) * step;
    return new TileGrid(plan.rows(), plan.row(), tile);
  }

  private static int rowsPerStep(SplitPlan plan) {
    long least = Pieces.bytes(plan, LEAST_STEP_BYTES, STEP_BYTES);
    long bytes = Math.clamp(plan.partCount() * PIECE_BYTES, least, MAX_STEP_BYTES);
    long rows = Math.min(plan.rows(), units(plan, bytes) / plan.row());
    long fewest = fewestRows(plan);
    return (int) Math.max(fewest, rows / fewest * fewest);
  }

  /// So many rows begin on a whole byte in the data and in every part.
  private static long fewestRows(SplitPlan plan) {
    return plan.unit() == Unit.BIT ? Byte.SIZE : 1;
  }

  private static long units(SplitPlan plan, long bytes) {
    return plan.unit() == Unit.BIT ? bytes * Byte.SIZE : bytes;
  }

  @Override
  public long pieces() {
    return grid.tiles();
  }

  @Override
  public LongConsumer worker() {
    Stage stage = stage((int) grid.row());
    return tile -> copy(stage, tile);
  }

  private Stage stage(int row) {
    if (plan.unit() == Unit.BIT) {
      return new BitStage(data, plan.type().bitOrder(), row, moved, rowsPerStep);
    }
    return ChannelStage.isFor(row, moved)
        ? new ChannelStage(data, row, moved, rowsPerStep)
        : new ByteStage(data, row, moved, rowsPerStep);
  }

  private void copy(Stage stage, long tile) {
    long end = grid.firstRow(tile) + grid.rowsOf(tile);
    for (long row = grid.firstRow(tile); row < end; row += rowsPerStep) {
      stage.copy(row, (int) Math.min(rowsPerStep, end - row));
    }
  }
}
