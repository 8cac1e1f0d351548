package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Moves the runs of one part out of consecutive rows. Safe for use by many threads.
public interface Mover {
  /// Moves the runs of some rows.
  ///
  /// It may read every byte of these rows and no other. It writes exactly its runs: the bytes after
  /// them belong to other rows, which another thread may be writing.
  ///
  /// @param from where the first row begins in the data (not its run)
  /// @param to where the run of that row goes in the part; the others follow it closely
  /// @param rows 1 or more
  void move(MemorySegment data, long from, MemorySegment part, long to, int rows);
}
