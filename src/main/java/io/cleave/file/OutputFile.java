package io.cleave.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A file that is to be written. An immutable value.
///
/// @param path its name
/// @param names what it calls its tensors; the stem of its own name where it gives none
/// @param container what stands around the data
record OutputFile(Path path, List<String> names, Container container) {
  OutputFile {
    names = List.copyOf(names);
  }

  /// A file of one tensor, which has no name.
  static OutputFile ofOne(Path path, Container container) {
    return new OutputFile(path, List.of(PartFiles.stem(path)), container);
  }

  /// A file of these tensors.
  ///
  /// @param metadata texts to keep, in order
  /// @throws IllegalArgumentException if the format cannot hold them
  static OutputFile of(
      Path path, Format format, List<NamedLayout> tensors, Map<String, String> metadata) {
    Container container = format.container(tensors, metadata);
    return format.holdsMany()
        ? new OutputFile(path, tensors.stream().map(NamedLayout::name).toList(), container)
        : ofOne(path, container);
  }
}
