package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Gate;
import io.cleave.cpu.loops.Kinds;
import io.cleave.cpu.loops.Looped;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.Strip;
import java.lang.foreign.MemorySegment;

/// Moves short runs by [Windows].
///
/// The last rows of a tile, to which whole vectors would go beyond it, are left to the plain mover:
/// seldom more than one, for the last step may begin within the one before.
///
/// @param loop carries out steps of so many windows
/// @param plain moves the same strip
record WindowMover(Loop loop, Strip strip, Windows windows, Mover plain) implements Mover, Looped {
  @Override
  public void move(MemorySegment data, long from, MemorySegment part, long to, int rows) {
    int rowsPerStep = windows.rows();
    int inSteps = rows - windows.beyond((int) strip.offset());
    if (inSteps < rowsPerStep) {
      plain.move(data, from, part, to, rows);
      return;
    }
    int steps = inSteps / rowsPerStep;
    step(data, from, part, to, 0, steps);
    if (inSteps % rowsPerStep != 0) {
      step(data, from, part, to, inSteps - rowsPerStep, 1);
    }
    if (inSteps < rows) {
      long at = from + inSteps * strip.pitch();
      plain.move(data, at, part, to + inSteps * strip.run(), rows - inSteps);
    }
  }

  private void step(
      MemorySegment data, long from, MemorySegment part, long to, int row, int steps) {
    long at = from + row * strip.pitch() + strip.offset();
    try {
      loop.handle().invokeExact(windows, data, at, part, to + row * strip.run(), steps);
    } catch (Throwable e) {
      throw Kinds.unchecked(e);
    }
  }

  @Override
  public Gate gate() {
    return loop.gate();
  }
}
