package io.cleave.file.stored;

import java.io.IOException;

/// Where the bytes of a stored tensor come from.
///
/// Safe for use by many threads, each with passes of its own.
public sealed interface Content permits MappedContent, DeflatedContent {
  /// How many bytes there are.
  long size();

  /// Begins to read from the first byte.
  Pass begin() throws IOException;

  /// Checks, after a pass, that what was read was the file's: nobody cut it short meanwhile.
  ///
  /// @throws IOException if somebody did
  void requireWhole() throws IOException;
}
