package io.cleave.cpu.vector;

import io.cleave.cpu.Mover;
import io.cleave.cpu.Strip;
import java.lang.foreign.MemorySegment;

/// Moves runs of at least a vector: one vector after the other, the last one so that it ends with
/// the run.
///
/// @param isPair whether a run is at most two vectors
record RunMover(Loops loops, Strip strip, boolean isPair) implements Mover {
  @Override
  public void move(MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (isPair) {
      loops.pairs(this, data, from + strip.offset(), part, to, rows);
    } else {
      loops.runs(this, data, from + strip.offset(), part, to, rows);
    }
  }

  long pitch() {
    return strip.pitch();
  }

  int run() {
    return (int) strip.run();
  }
}
