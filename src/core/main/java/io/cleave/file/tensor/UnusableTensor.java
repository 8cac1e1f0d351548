package io.cleave.file.tensor;

import io.cleave.text.OneLine;
import java.nio.file.Path;

/// A tensor in a file that cannot be split: its elements are of no element type, say, or not of the
/// one that the reader gave. An immutable value.
///
/// @param file the file
/// @param name what the file calls it
/// @param description what the file says of its type and shape, as far as that can be shown
/// @param bytes how many bytes it takes in the file
/// @param problem why it cannot be split, and what to do
public record UnusableTensor(Path file, String name, String description, long bytes, String problem)
    implements Entry {
  @Override
  public StoredTensor usable() {
    throw new BadFileException(
        "%s: the tensor '%s' cannot be split: %s".formatted(file, OneLine.excerpt(name), problem));
  }
}
