package io.cleave.cpu;

import java.util.function.LongConsumer;

/// Walk through the rows of one task, tile by tile.
///
/// A place in the parts is given by two numbers, since parts differ in their runs: a part has
/// `first` runs and `shift` elements before it, counted from its begin.
abstract class Walk implements LongConsumer {
  private final CpuPlan plan;
  private final TaskGrid grid;
  private final long rowsPerTile;

  /// @param rowsPerTile the most rows of a tile
  Walk(CpuPlan plan, TaskGrid grid, long rowsPerTile) {
    this.plan = plan;
    this.grid = grid;
    this.rowsPerTile = rowsPerTile;
  }

  /// Moves some rows of some indices of the inner level. It may read all of these rows.
  ///
  /// @param from where the first row begins in the data
  abstract void tile(long from, long first, long shift, int rows, int count);

  /// Moves some elements of one row, and reads no others.
  ///
  /// @param from where the row begins in the data
  /// @param begin the elements of the row's pieces before these
  /// @param end those before the ones after them
  abstract void stretch(long from, long first, long shift, long begin, long end);

  @Override
  public void accept(long task) {
    if (plan.indices == 1) {
      walk(0, 0, 1, task);
    } else if (grid.tasksPerIndex > 1) {
      long index = task / grid.tasksPerIndex;
      long inner = index % plan.level.count();
      walk(index / plan.level.count(), inner, 1, task % grid.tasksPerIndex);
    } else {
      long end = Math.min(plan.indices, (task + 1) * grid.indicesPerTask);
      long count;
      for (long index = task * grid.indicesPerTask; index < end; index += count) {
        long inner = index % plan.level.count();
        count = Math.min(end - index, plan.level.count() - inner);
        walk(index / plan.level.count(), inner, count, 0);
      }
    }
  }

  /// @param task of an index
  private void walk(long outer, long inner, long count, long task) {
    long row = grid.cutsRows ? task / grid.tasksPerRow : task * grid.rowsPerTask;
    long before = outer * plan.outer.stride() + inner * plan.level.stride();
    long from = plan.start + before + row * plan.rows.stride();
    long first = outer * plan.outer.runs() + inner * plan.level.runs() + row * plan.rows.runs();
    long shift = outer * plan.outer.fixed() + inner * plan.level.fixed() + row * plan.rows.fixed();
    if (grid.cutsRows) {
      long begin = task % grid.tasksPerRow * grid.most;
      stretch(from, first, shift, begin, Math.min(plan.packed, begin + grid.most));
    } else {
      rows(from, first, shift, Math.min(grid.rowsPerTask, plan.rows.count() - row), count);
    }
  }

  /// The memory may end with the last piece of the last row, of which no other byte is read then.
  private void rows(long from, long first, long shift, long rows, long count) {
    long lastIndex = from + (count - 1) * plan.level.stride();
    long last = lastIndex + (rows - 1) * plan.rows.stride();
    if (last + plan.rows.stride() <= plan.readLimit) {
      tiles(from, first, shift, rows, count);
      return;
    }
    if (count > 1) {
      tiles(from, first, shift, rows, count - 1);
    }
    long before = first + (count - 1) * plan.level.runs();
    long besides = shift + (count - 1) * plan.level.fixed();
    if (rows > 1) {
      tiles(lastIndex, before, besides, rows - 1, 1);
    }
    long ofRows = (rows - 1) * plan.rows.runs();
    stretch(last, before + ofRows, besides + (rows - 1) * plan.rows.fixed(), 0, plan.packed);
  }

  private void tiles(long from, long first, long shift, long rows, long count) {
    long most = count == 1 ? 1 : Math.max(1, rowsPerTile / rows);
    for (long i = 0; i < count; i += most) {
      int indices = (int) Math.min(most, count - i);
      for (long j = 0; j < rows; j += rowsPerTile) {
        tile(
            from + i * plan.level.stride() + j * plan.rows.stride(),
            first + i * plan.level.runs() + j * plan.rows.runs(),
            shift + i * plan.level.fixed() + j * plan.rows.fixed(),
            (int) Math.min(rowsPerTile, rows - j),
            indices);
      }
    }
  }
}
