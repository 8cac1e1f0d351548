package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Moves runs by plain loops, and by vectors once their gate is open.
final class GatedMover implements Mover, Gate.Gated {
  private final Strip strip;
  private final Mover plain;
  private final Kinds kinds;
  private final Late<Mover> fast;

  /// @param vectors makes what moves the strip by vectors
  GatedMover(Strip strip, Mover plain, Kinds kinds, Supplier<@Nullable Mover> vectors) {
    this.strip = strip;
    this.plain = plain;
    this.kinds = kinds;
    this.fast = new Late<>(vectors);
  }

  @Override
  public void move(MemorySegment data, long from, MemorySegment part, long to, int rows) {
    Mover open = fast.ifOpen();
    if (open != null) {
      open.move(data, from, part, to, rows);
    } else {
      plain.move(data, from, part, to, rows);
      fast.miss(rows * strip.run(), this);
    }
  }

  @Override
  public boolean isFaster(BooleanSupplier isOver) {
    Mover made = fast.made();
    Trial trial = Trial.of(kinds, strip.pitch(), strip.run(), 1);
    return made != null
        && trial.isFaster(
            (data, parts, rows) -> made.move(data, 0, parts[0], 0, rows),
            (data, parts, rows) -> plain.move(data, 0, parts[0], 0, rows),
            isOver);
  }
}
