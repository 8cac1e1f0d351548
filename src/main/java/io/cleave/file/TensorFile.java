package io.cleave.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;

/// A file that holds tensors, and what it says of them; no data has been read.
///
/// An immutable value; the arena that it was opened in owns the mappings.
///
/// @param file the file
/// @param tensors what it holds, in the order in which it holds them
public record TensorFile(Path file, List<StoredTensor> tensors) {
  /// Copies the list.
  public TensorFile {
    tensors = List.copyOf(tensors);
  }

  /// Opens a file, whose format is told by what it begins with.
  ///
  /// @param arena who owns the mappings; a shared one lets a splitter use several threads
  /// @throws BadFileException if the file is missing, malformed, or holds what cannot be split
  /// @throws IOException if the system fails to read or map it
  public static TensorFile open(Path file, Arena arena) throws IOException {
    return new TensorFile(file, List.of(NpyReader.map(file, arena)));
  }
}
