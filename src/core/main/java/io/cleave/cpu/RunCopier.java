package io.cleave.cpu;

/// Copies long runs, in the order of the data.
interface RunCopier {
  /// Copies the runs of some rows.
  ///
  /// @param parts which of the moved parts, by their positions
  /// @param first where the rows begin, counted in rows
  void copy(Call call, MovedParts moved, int[] parts, long row, long first, int rows);
}
