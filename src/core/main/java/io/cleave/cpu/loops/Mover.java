package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Moves the runs of one part, or of all, out of rows. Safe for use by many threads.
@FunctionalInterface
public interface Mover {
  /// Moves the runs of some rows of some indices of the level around them.
  ///
  /// It may read every byte of these rows and no other. It writes exactly its runs: the bytes after
  /// them belong to other rows, which another thread may be writing.
  ///
  /// @param from where the first row begins in the data
  /// @param parts all parts, of which it writes its own
  /// @param to where the first run goes in each part it writes, counted from the part's begin
  /// @param rows of each index, 1 or more
  /// @param count how many indices, 1 or more
  void move(MemorySegment data, long from, MemorySegment[] parts, long to, int rows, int count);
}
