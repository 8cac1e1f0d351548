package io.cleave.cpu.loops;

/// Converts the runs of one part. Safe for use by many threads.
public interface RunConverter {
  /// Converts some runs. Like a [Mover], it may read all bytes of rows of columns, and writes only
  /// the elements of these runs.
  ///
  /// @param scratch used by this thread alone
  /// @return false, with nothing written, if this cannot convert these runs, or not yet. Unless
  ///   they are columns, all but short runs of whole bytes that lie apart are always converted
  boolean convert(Scratch scratch, ElementRuns elements);

  /// True if this converts only columns.
  default boolean takesColumns() {
    return false;
  }
}
