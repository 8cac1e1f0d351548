package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.Runs;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Moves the runs of one part by [Windows], or by whole vectors where they are longer.
///
/// The last rows of a tile, to which whole vectors would go beyond it, are left to the plain mover:
/// seldom more than one, for the last step may begin within the one before.
final class WindowMover extends VectorMover implements Mover {
  private final Runs runs;
  private final VectorKernels kernels;
  private final Mover plain;

  /// Settled by [#findLoop].
  private @Nullable Windows windows;

  /// @param kernels finds windows and their loop
  /// @param plain moves the same runs
  WindowMover(MemoryKinds kinds, boolean warmsUp, Runs runs, VectorKernels kernels, Mover plain) {
    super(kinds, warmsUp, 1, runs.pitch(), runs.run());
    this.runs = runs;
    this.kernels = kernels;
    this.plain = plain;
  }

  @Override
  Loop findLoop() {
    Windows found = kernels.windows(runs);
    windows = found;
    return kernels.loop(found);
  }

  private Windows windows() {
    return Objects.requireNonNull(windows);
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
    int rowsPerStep = windows().rows();
    int inSteps = rows - windows().beyond(runs.offset());
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
      loop.invokeExact(windows(), data, at, part, to + row * runs.run(), steps);
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
  }

  @Override
  void prepare() {
    windows().prepare();
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
