package io.cleave.cpu.vector;

import java.lang.foreign.MemorySegment;

/// The loops of all kernels for two kinds of memory, that of the data and that of the parts. Other
/// kinds are refused. Immutable; used by many threads.
///
/// Every loop reads and writes whole vectors: what lies beyond the runs must belong to the caller.
interface Loops {
  /// Carries out steps of the windows, each after the other.
  ///
  /// @param from where the first run begins
  /// @param to where it goes
  void windows(
      Windows windows, MemorySegment data, long from, MemorySegment part, long to, int steps);

  /// Carries runs of one to two vectors.
  ///
  /// @param from where the first run begins
  /// @param to where it goes
  void pairs(RunMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows);

  /// Carries runs of a vector and more.
  ///
  /// @param from where the first run begins
  /// @param to where it goes
  void runs(RunMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows);

  /// Carries out steps of two to four columns.
  ///
  /// @param from where the first row begins
  /// @param parts one for each column
  /// @param to where the first run goes in each of them
  void columns(
      Columns columns, MemorySegment data, long from, MemorySegment[] parts, long to, int steps);
}
