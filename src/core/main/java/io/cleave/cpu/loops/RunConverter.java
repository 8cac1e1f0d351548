package io.cleave.cpu.loops;

/// Converts the runs of one part. Safe for use by many threads.
public interface RunConverter {
  /// Converts the runs of some rows. Like a [Mover], it may read any byte of these rows, and writes
  /// the elements of these runs alone.
  ///
  /// @param scratch used by this thread alone
  /// @return false, with nothing written, if this converts one run at a time and there are more
  boolean convert(Scratch scratch, Elements elements);
}
