package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.Runs;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Moves short runs by [Windows].
///
/// The last rows of a tile, to which whole vectors would go beyond it, are left to the plain mover:
/// seldom more than one, for the last step may begin within the one before.
final class WindowMover extends VectorMover implements Mover {
  private final Runs runs;
  private final Windows windows;
  private final Mover plain;

  /// @param loop carries out steps of so many windows
  /// @param plain moves the same runs
  WindowMover(Loop loop, MemoryKinds kinds, Runs runs, Windows windows, Mover plain) {
    super(loop, kinds, 1, runs.pitch(), runs.run());
    this.runs = runs;
    this.windows = windows;
    this.plain = plain;
  }

  @Override
  public void move(MemorySegment data, long from, MemorySegment part, long to, int rows) {
    MethodHandle loop = loop(rows);
    if (loop == null) {
      plain.move(data, from, part, to, rows);
    } else {
      move(loop, data, from, part, to, rows);
    }
  }

  private void move(
      MethodHandle loop, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    int rowsPerStep = windows.rows();
    int inSteps = rows - rowsBeyond();
    if (inSteps < rowsPerStep) {
      plain.move(data, from, part, to, rows);
      return;
    }
    step(loop, data, from, part, to, 0, inSteps / rowsPerStep);
    if (inSteps % rowsPerStep != 0) {
      step(loop, data, from, part, to, inSteps - rowsPerStep, 1);
    }
    if (inSteps < rows) {
      long at = from + inSteps * runs.pitch();
      plain.move(data, at, part, to + inSteps * runs.run(), rows - inSteps);
    }
  }

  @Override
  int rowsBeyond() {
    return windows.beyond((int) runs.offset());
  }

  private void step(
      MethodHandle loop,
      MemorySegment data,
      long from,
      MemorySegment part,
      long to,
      int row,
      int steps) {
    long at = from + row * runs.pitch() + runs.offset();
    try {
      loop.invokeExact(windows, data, at, part, to + row * runs.run(), steps);
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
  }

  @Override
  int rowsPerStep() {
    return windows.rows();
  }

  @Override
  void step(MethodHandle loop, MemorySegment data, MemorySegment[] to, int steps) {
    step(loop, data, 0, to[0], 0, 0, steps);
  }

  @Override
  void moveByVectors(MethodHandle loop, MemorySegment data, MemorySegment[] to, int rows) {
    move(loop, data, 0, to[0], 0, rows);
  }

  @Override
  void moveByPlain(MemorySegment data, MemorySegment[] to, int rows) {
    plain.move(data, 0, to[0], 0, rows);
  }
}
