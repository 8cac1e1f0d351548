package io.cleave.file;

import java.io.IOException;
import java.nio.file.Path;

/// A file of tensors or a model is malformed, holds what cannot be used, or exceeds its limits. The
/// message is one sentence that begins with the file's name.
public class MalformedFileException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Path file;

  /// @param problem what is wrong and what to do, without the file's name
  public MalformedFileException(Path file, String problem) {
    super("%s: %s".formatted(file, problem));
    this.file = file;
  }

  /// The file.
  public Path file() {
    return file;
  }
}
