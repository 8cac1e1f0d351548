package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Moves rows that consist of a few columns of the same width, each of them a part, in one pass.
/// Safe for use by many threads.
public interface RowsMover {
  /// Moves some rows, and reads and writes no other bytes, as [Mover] does.
  ///
  /// @param from where the first row begins in the data
  /// @param parts one for each column, all of the same kind of memory
  /// @param to where the run of the first row goes in each part
  /// @param rows 1 or more
  void move(MemorySegment data, long from, MemorySegment[] parts, long to, int rows);
}
