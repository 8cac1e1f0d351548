package io.cleave.cpu;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Moves columns by vectors once their gate is open, and without before.
///
/// @param gate that of the loop on vectors
/// @param kinds of the memory
/// @param run the bytes of a column
/// @param fast moves them by vectors
/// @param plain moves them without; null if it is best done part by part
/// @param byPart moves one column each
public record GatedRowsMover(
    Gate gate, Kinds kinds, int run, RowsMover fast, @Nullable RowsMover plain, List<Mover> byPart)
    implements RowsMover, Gate.Gated {
  @Override
  public void move(MemorySegment data, long from, MemorySegment[] parts, long to, int rows) {
    if (gate.isOpen()) {
      fast.move(data, from, parts, to, rows);
    } else {
      moveByPlain(data, from, parts, to, rows);
      gate.miss((long) rows * run * byPart.size(), this);
    }
  }

  private void moveByPlain(
      MemorySegment data, long from, MemorySegment[] parts, long to, int rows) {
    if (plain != null) {
      plain.move(data, from, parts, to, rows);
      return;
    }
    for (int i = 0; i < byPart.size(); i++) {
      byPart.get(i).move(data, from, parts[i], to, rows);
    }
  }

  @Override
  public boolean isFaster(BooleanSupplier isOver) {
    int count = byPart.size();
    Trial trial = Trial.of(kinds, (long) run * count, run, count);
    return trial != null
        && trial.isFaster(
            (data, parts, rows) -> fast.move(data, 0, parts, 0, rows),
            (data, parts, rows) -> moveByPlain(data, 0, parts, 0, rows),
            isOver);
  }
}
