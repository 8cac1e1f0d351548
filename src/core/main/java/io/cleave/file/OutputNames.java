package io.cleave.file;

import io.cleave.file.output.OutputCheck;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The files that several inputs are split into, and the first clash among them or with an input.
///
/// Used by one thread.
final class OutputNames {
  /// Inputs by what they are; also those that will not be split, since they must stay.
  private final Map<Object, Path> readers = new HashMap<>();

  /// Inputs by the place of what comes of them.
  private final Map<Path, Path> writers = new HashMap<>();

  /// Where folders are, so that each is looked up once.
  private final Map<Path, Path> folders = new HashMap<>();

  private @Nullable String clash;

  /// @param inputs all that is read; one that is not there cannot be replaced
  OutputNames(List<Path> inputs) {
    for (Path input : inputs) {
      OutputCheck.key(input).ifPresent(file -> readers.put(file, input));
    }
  }

  /// Takes note of what becomes of an input.
  void claim(Path input, List<Path> outputs) {
    for (Path output : outputs) {
      Path other = writers.put(place(output), input);
      if (other != null) {
        note(
            "%s and %s would both be written to %s; split them to folders of their own"
                .formatted(other, input, output));
      }
      OutputCheck.key(output)
          .map(readers::get)
          .ifPresent(
              read ->
                  note(
                      "a part of %s would replace %s, which is to be split itself; write to another folder"
                          .formatted(input, read)));
    }
  }

  private void note(String problem) {
    if (clash == null) {
      clash = problem;
    }
  }

  /// Where a file is going to be, which replaces a link of that name.
  private Path place(Path output) {
    Path absolute = output.toAbsolutePath();
    Path folder = absolute.getParent();
    Path name = absolute.getFileName();
    return folder == null || name == null
        ? absolute
        : folders.computeIfAbsent(folder, OutputCheck::realFolder).resolve(name);
  }

  /// Checks that no output is wanted twice, and none is what is read.
  ///
  /// @throws IllegalArgumentException if one is
  void requireNoClash() {
    if (clash != null) {
      throw new IllegalArgumentException(clash);
    }
  }
}
