package io.cleave.cpu;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/// Moves runs by vectors once their gate is open, and by plain loops before.
///
/// @param gate that of the loop on vectors
/// @param kinds of the memory
/// @param strip what is moved
/// @param fast moves it by vectors
/// @param plain moves it without
public record GatedMover(Gate gate, Kinds kinds, Strip strip, Mover fast, Mover plain)
    implements Mover, Gate.Gated {
  @Override
  public void move(MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (gate.isOpen()) {
      fast.move(data, from, part, to, rows);
    } else {
      plain.move(data, from, part, to, rows);
      gate.miss(rows * strip.run(), this);
    }
  }

  @Override
  public boolean isFaster(BooleanSupplier isOver) {
    Trial trial = Trial.of(kinds, strip.pitch(), strip.run(), 1);
    return trial != null
        && trial.isFaster(
            (data, parts, rows) -> fast.move(data, 0, parts[0], 0, rows),
            (data, parts, rows) -> plain.move(data, 0, parts[0], 0, rows),
            isOver);
  }
}
