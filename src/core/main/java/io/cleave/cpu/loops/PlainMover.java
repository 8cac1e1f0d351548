package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Moves runs, or a block of each, by one of [PlainLoops].
///
/// @param loop takes the mover, the data, where the first run begins, the part, where it goes, and
///   the rows
/// @param pitch from one row to the next
/// @param offset where the block begins in a row
/// @param skipped where it begins in its run
/// @param run from one run of the part to the next
/// @param bytes of the block
/// @param word the bytes that the loop loads and stores at once
record PlainMover(
    MethodHandle loop, long pitch, long offset, int skipped, int run, int bytes, int word)
    implements Mover {
  @Override
  public void move(MemorySegment data, long from, MemorySegment part, long to, int rows) {
    try {
      loop.invokeExact(this, data, from + offset, part, to + skipped, rows);
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
  }
}
