package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Converts the runs of one part. Offsets, runs and counts are in elements. Safe for use by many
/// threads.
public interface RunConverter {
  /// Converts the runs of some rows. Like a [Mover], it may read any byte of these rows, and writes
  /// the elements of these runs alone.
  ///
  /// @param scratch used by this thread alone
  /// @param by the formula of the part
  /// @param from the index of the first run's first element in the data
  /// @param to its index in the part; all runs follow each other closely there
  /// @param run the elements of a run
  /// @param rows 1 or more
  /// @return false, with nothing written, if this converts one run at a time and there are more
  boolean convert(
      Scratch scratch,
      Formula by,
      MemorySegment data,
      long from,
      MemorySegment part,
      long to,
      int run,
      int rows);
}
