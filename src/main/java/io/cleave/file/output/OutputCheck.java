package io.cleave.file.output;

import io.cleave.file.stored.IoFailure;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Existing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Whether an output may be put where it is to go.
public final class OutputCheck {
  private OutputCheck() {}

  /// Checks that nothing stands in an output's place but a file that may be replaced.
  ///
  /// @param input what is split
  /// @throws BadFileException if the output is the input, however it is linked, or not a regular
  ///   file, or a file that must stay
  public static void requireFree(Path output, Path input, Existing existing) throws IOException {
    if (!Files.exists(output, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (isSame(output, input)) {
      throw new BadFileException(
          "%s would replace its own input; write to another folder or under another name"
              .formatted(output));
    }
    if (!Files.isSymbolicLink(output) && !Files.isRegularFile(output)) {
      throw new BadFileException(
          "%s is not a regular file and cannot be replaced; write to another folder"
              .formatted(output));
    }
    requireAllowed(output, existing);
  }

  /// Checks that there is no file, or that it may be replaced.
  static void requireAllowed(Path output, Existing existing) {
    if (existing == Existing.REFUSED && Files.exists(output, LinkOption.NOFOLLOW_LINKS)) {
      throw new BadFileException(
          "%s is there already; write to another folder, or replace it with --force"
              .formatted(output));
    }
  }

  private static boolean isSame(Path file, Path input) throws IOException {
    try {
      return Files.exists(file) && Files.exists(input) && Files.isSameFile(file, input);
    } catch (IOException e) {
      throw IoFailure.of("look at", file, e);
    }
  }
}
