package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Converts runs of one part straight from the data into the part. Safe for use by many threads.
public interface RunConverter {
  /// Converts the runs of some rows. Like a [Mover], it may read any byte of the data, and writes
  /// the elements of these runs alone.
  ///
  /// @param from where the first run begins in the data
  /// @param to where it goes in the part; the others follow it closely
  /// @param rows 1 or more
  /// @return whether it did; else nothing was written
  boolean convert(MemorySegment data, long from, MemorySegment part, long to, int rows);
}
