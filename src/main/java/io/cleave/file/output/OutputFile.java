package io.cleave.file.output;

import io.cleave.file.stored.Container;
import java.nio.file.Path;
import java.util.List;

/// A file that is to be written. An immutable value.
///
/// @param path its name
/// @param names what it calls its tensors; the stem of its own name where it gives none
/// @param container what stands around the data
public record OutputFile(Path path, List<String> names, Container container) {
  public OutputFile {
    names = List.copyOf(names);
  }
}
