package io.cleave.cpu.loops;

/// Converts the runs of one part. Safe for use by many threads.
public interface RunConverter {
  /// Converts some runs. Like a [Mover], it may read any byte of rows of columns, and writes the
  /// elements of these runs alone.
  ///
  /// @param scratch used by this thread alone
  /// @return false, with nothing written, if this cannot convert these runs, or not yet; it always
  ///   converts a single one, or several that follow each other in the data, but for columns
  boolean convert(Scratch scratch, Elements elements);

  /// True if this takes columns, and no other runs.
  default boolean takesColumns() {
    return false;
  }
}
