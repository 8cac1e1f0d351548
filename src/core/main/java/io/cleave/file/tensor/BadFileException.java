package io.cleave.file.tensor;

import java.nio.file.Path;
import java.util.Objects;

/// A file or folder that was given cannot be used: it is missing, malformed, holds what cannot be
/// split, or must not be written. The message is one sentence that names it and says what to do.
public final class BadFileException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /// @param problem what is wrong, and what to do, in one sentence
  public BadFileException(String problem) {
    super(problem);
  }

  private BadFileException(String problem, Throwable cause) {
    super(problem, cause);
  }

  /// The problem with its place, once that is known.
  public static BadFileException in(Path file, IllegalArgumentException problem) {
    String sentence = Objects.requireNonNullElse(problem.getMessage(), problem.toString());
    return new BadFileException("%s: %s".formatted(file, sentence), problem);
  }
}
