package io.cleave.file.io;

/// Listener of work on files. It is called often and by any thread, by several at once for several
/// inputs: it must be quick, and safe for use by many threads.
public interface Progress {
  /// Ignores everything.
  Progress NONE = _ -> {};

  /// So many bytes more are to be written or checked.
  default void expect(long bytes) {}

  /// So many bytes more have been written or checked.
  void advance(long bytes);
}
