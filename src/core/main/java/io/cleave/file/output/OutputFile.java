package io.cleave.file.output;

import io.cleave.file.stored.Container;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/// A file that is to be written. An immutable value.
///
/// @param path its name
/// @param names what it calls its tensors; the stem of its own name where it gives none
/// @param recipe makes what stands around the data, the same each time
public record OutputFile(Path path, List<String> names, Supplier<Container> recipe) {
  public OutputFile {
    names = List.copyOf(names);
  }

  /// What stands around the data. It is made each time, and not kept: every one of many files may
  /// repeat a long text of their input.
  Container container() {
    return recipe.get();
  }
}
