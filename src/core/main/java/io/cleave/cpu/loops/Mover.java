package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Moves the runs of one part, or of all, out of rows. Safe for use by many threads.
@FunctionalInterface
public interface Mover {
  /// Moves the runs of some rows of some indices of the level around them.
  ///
  /// It may read all bytes of these rows, and no others. It writes its runs and nothing else, since
  /// another thread may be writing the bytes after them.
  ///
  /// @param from where the first row begins in the data
  /// @param parts the memory of all parts
  /// @param to where the first run goes in each part it writes, counted from the part's begin
  /// @param rows the rows of each index, 1 or more
  /// @param count the number of indices, 1 or more
  void move(MemorySegment data, long from, MemorySegment[] parts, long to, int rows, int count);
}
