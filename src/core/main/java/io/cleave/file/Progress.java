package io.cleave.file;

/// Hears how far the work on files has come.
///
/// Called by whatever thread does the work, several at once for several inputs, and often: a
/// listener must be safe for use by many threads, and quick.
public interface Progress {
  /// Nobody listens.
  Progress NONE =
      new Progress() {
        @Override
        public void expect(long bytes) {}

        @Override
        public void advance(long bytes) {}
      };

  /// So many bytes more are to be written, or to be checked.
  void expect(long bytes);

  /// So many bytes more have been written, or checked.
  void advance(long bytes);
}
