package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Gate;
import io.cleave.cpu.loops.Kinds;
import io.cleave.cpu.loops.Looped;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.Strip;
import java.lang.foreign.MemorySegment;

/// Moves runs of at least a vector: one vector after the other, the last one so that it ends with
/// the run.
///
/// @param loop carries runs of so many vectors
record RunMover(Loop loop, Strip strip) implements Mover, Looped {
  @Override
  public void move(MemorySegment data, long from, MemorySegment part, long to, int rows) {
    try {
      loop.handle().invokeExact(this, data, from + strip.offset(), part, to, rows);
    } catch (Throwable e) {
      throw Kinds.unchecked(e);
    }
  }

  long pitch() {
    return strip.pitch();
  }

  int run() {
    return (int) strip.run();
  }

  @Override
  public Gate gate() {
    return loop.gate();
  }
}
