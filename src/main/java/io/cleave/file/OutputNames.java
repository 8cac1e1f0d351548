package io.cleave.file;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The files that several inputs are to be split into, and the first clash among them.
final class OutputNames {
  private final Map<Path, Path> writers = new HashMap<>();
  private final Map<Path, Path> readers = new HashMap<>();
  private @Nullable String clash;

  /// Takes note of what becomes of an input.
  void claim(Path input, List<Path> outputs) {
    readers.put(same(input), input);
    for (Path output : outputs) {
      Path other = writers.put(same(output), input);
      if (other != null && clash == null) {
        clash =
            "%s and %s would both be written to %s; split them to folders of their own"
                .formatted(other, input, output);
      }
    }
  }

  private static Path same(Path file) {
    return file.toAbsolutePath().normalize();
  }

  /// Checks that no output is wanted twice, and none is what another input is read from.
  ///
  /// @throws IllegalArgumentException if one is
  void requireNoClash() {
    if (clash != null) {
      throw new IllegalArgumentException(clash);
    }
    writers.forEach(
        (output, input) -> {
          Path read = readers.get(output);
          if (read != null) {
            throw new IllegalArgumentException(
                "a part of %s would replace %s, which is to be split itself; write to another folder"
                    .formatted(input, read));
          }
        });
  }
}
