package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.RowsMover;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Moves all [Columns] in one pass. Of u8 in three, 256 KiB of native memory, that came at 226
/// GB/s, as fast as a copy, and part by part at 99.
final class ColumnsMover extends VectorMover implements RowsMover {
  /// Fits a first-level cache.
  private static final int TILE_BYTES = 32 << 10;

  /// A multiple of as many rows makes a whole number of cache lines of each part.
  private static final int ROWS = 64;

  private final Loop loop;
  private final Columns columns;
  private final int run;
  private final int row;
  private final @Nullable RowsMover plain;
  private final List<Mover> byPart;

  /// @param loop moves steps of so many columns
  /// @param run the bytes of a column
  /// @param plain moves the same columns; null where one after the other is no slower
  /// @param byPart moves one column each
  ColumnsMover(
      Loop loop,
      MemoryKinds kinds,
      boolean warmsUp,
      Columns columns,
      int run,
      @Nullable RowsMover plain,
      List<Mover> byPart) {
    super(kinds, warmsUp, byPart.size(), (long) run * byPart.size(), run);
    this.loop = loop;
    this.columns = columns;
    this.run = run;
    this.row = run * byPart.size();
    this.plain = plain;
    this.byPart = byPart;
  }

  @Override
  Loop findLoop() {
    return loop;
  }

  @Override
  public void move(MemorySegment data, long from, MemorySegment[] parts, long to, int rows) {
    MethodHandle loop = rows < columns.rows() ? null : loop(rows);
    if (loop == null) {
      moveByPlain(data, from, parts, to, rows);
    } else {
      move(loop, data, from, parts, to, rows);
    }
  }

  private void move(
      MethodHandle loop, MemorySegment data, long from, MemorySegment[] parts, long to, int rows) {
    int rowsPerStep = columns.rows();
    step(loop, data, from, parts, to, 0, rows / rowsPerStep);
    if (rows % rowsPerStep != 0) {
      // Begins within the step before.
      step(loop, data, from, parts, to, rows - rowsPerStep, 1);
    }
  }

  private void step(
      MethodHandle loop,
      MemorySegment data,
      long from,
      MemorySegment[] parts,
      long to,
      int first,
      int steps) {
    try {
      loop.invokeExact(
          columns, data, from + (long) first * row, parts, to + (long) first * run, steps);
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
  }

  private void moveByPlain(
      MemorySegment data, long from, MemorySegment[] parts, long to, int rows) {
    // For few rows, staging them costs more than it saves.
    if (plain != null && rows >= columns.rows()) {
      plain.move(data, from, parts, to, rows);
      return;
    }
    int rowsPerTile = TILE_BYTES / row & -ROWS;
    for (int done = 0; done < rows; done += rowsPerTile) {
      int count = Math.min(rowsPerTile, rows - done);
      for (int i = 0; i < parts.length; i++) {
        long begin = to + (long) done * run;
        byPart.get(i).move(data, from + (long) done * row, parts[i], begin, count);
      }
    }
  }

  @Override
  void prepare() {
    columns.prepare();
  }

  @Override
  void moveByVectors(MethodHandle loop, MemorySegment data, MemorySegment[] to, int rows) {
    // A step has at most as many rows as a vector has bytes, and 4 KiB have more.
    move(loop, data, 0, to, 0, rows);
  }

  @Override
  void moveByPlain(MemorySegment data, MemorySegment[] to, int rows) {
    moveByPlain(data, 0, to, 0, rows);
  }
}
