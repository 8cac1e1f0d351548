package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Moves columns without vectors, and by them once their gate is open.
final class GatedRowsMover implements RowsMover, Gate.Gated {
  /// What goes part by part at a time: a first-level cache holds it.
  private static final int TILE_BYTES = 32 << 10;

  /// A multiple of as many rows makes a whole number of cache lines of each part.
  private static final int ROWS = 64;

  private final int run;
  private final int row;
  private final int step;
  private final @Nullable RowsMover plain;
  private final List<Mover> byPart;
  private final Kinds kinds;
  private final Late<RowsMover> fast;

  /// @param vectors makes what moves the columns by vectors
  GatedRowsMover(
      int count, int run, Kernels plain, Kinds kinds, Supplier<@Nullable RowsMover> vectors) {
    this.run = run;
    this.row = count * run;
    this.step = TILE_BYTES / row & -ROWS;
    this.plain = plain.columns(count, run);
    this.byPart =
        IntStream.range(0, count)
            .mapToObj(i -> plain.mover(new Strip(row, (long) i * run, run)))
            .toList();
    this.kinds = kinds;
    this.fast = new Late<>(vectors);
  }

  @Override
  public void move(MemorySegment data, long from, MemorySegment[] parts, long to, int rows) {
    RowsMover open = fast.ifOpen();
    if (open != null) {
      open.move(data, from, parts, to, rows);
    } else {
      moveByPlain(data, from, parts, to, rows);
      fast.miss((long) rows * row, this);
    }
  }

  private void moveByPlain(
      MemorySegment data, long from, MemorySegment[] parts, long to, int rows) {
    if (plain != null) {
      plain.move(data, from, parts, to, rows);
      return;
    }
    for (int done = 0; done < rows; done += step) {
      int count = Math.min(step, rows - done);
      for (int i = 0; i < byPart.size(); i++) {
        long begin = to + (long) done * run;
        byPart.get(i).move(data, from + (long) done * row, parts[i], begin, count);
      }
    }
  }

  @Override
  public boolean isFaster(BooleanSupplier isOver) {
    RowsMover made = fast.made();
    Trial trial = Trial.of(kinds, row, run, byPart.size());
    return made != null
        && trial.isFaster(
            (data, parts, rows) -> made.move(data, 0, parts, 0, rows),
            (data, parts, rows) -> moveByPlain(data, 0, parts, 0, rows),
            isOver);
  }
}
