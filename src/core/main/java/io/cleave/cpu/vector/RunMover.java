package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.Runs;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Moves runs of at least a vector: one vector after the other, the last one so that it ends with
/// the run.
final class RunMover extends VectorMover implements Mover {
  private final Runs runs;
  private final Loop loop;
  private final Mover plain;

  /// @param plain moves the same runs
  RunMover(Loop loop, MemoryKinds kinds, boolean warmsUp, Runs runs, Mover plain) {
    super(kinds, warmsUp, 1, runs.pitch(), runs.run());
    this.loop = loop;
    this.runs = runs;
    this.plain = plain;
  }

  @Override
  Loop findLoop() {
    return loop;
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
    try {
      loop.invokeExact(runs, data, from + runs.offset(), part, to, rows);
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
  }

  @Override
  void prepare() {
    // There are none.
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
