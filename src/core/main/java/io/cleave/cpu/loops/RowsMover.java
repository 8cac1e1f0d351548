package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Carries rows that consist of a few columns of the same width, each of them a part of its own, in
/// one pass. Safe for use by many threads.
public interface RowsMover {
  /// Carries some rows, as [Mover] does: it reads and writes no other bytes.
  ///
  /// @param from where the first row begins in the data
  /// @param parts one for each column, all of the same kind of memory
  /// @param to where the run of the first row goes in each part
  /// @param rows 1 or more
  void move(MemorySegment data, long from, MemorySegment[] parts, long to, int rows);
}
