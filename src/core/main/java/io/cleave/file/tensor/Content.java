package io.cleave.file.tensor;

import java.io.IOException;

/// Where the bytes of a stored tensor come from.
///
/// Safe for use by many threads, each with passes of its own.
public interface Content {
  /// How many bytes there are.
  long size();

  /// The byte of the file where they begin.
  long offset();

  /// The bytes that they take in the file.
  default long storedSize() {
    return size();
  }

  /// Whether they stand there deflated.
  default boolean isDeflated() {
    return false;
  }

  /// Begins to read from the first byte.
  Pass begin() throws IOException;

  /// Checks, after a pass, that what was read was the file's: nobody cut it short meanwhile.
  ///
  /// @throws IOException if somebody did
  void requireWhole() throws IOException;
}
