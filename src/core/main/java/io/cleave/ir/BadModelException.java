package io.cleave.ir;

import io.cleave.file.MalformedFileException;
import java.nio.file.Path;

/// A model that is malformed, or asks for what cannot be done. The message names the file and,
/// where there is one, line and layer.
final class BadModelException extends MalformedFileException {
  private static final long serialVersionUID = 1L;

  private final String message;

  /// A problem of a whole file.
  BadModelException(Path file, String problem) {
    super(file, problem);
    this.message = "%s: %s".formatted(file, problem);
  }

  /// A problem of one line.
  BadModelException(Path file, int line, String problem) {
    super(file, problem);
    this.message = "%s:%s: %s".formatted(file, line, problem);
  }

  /// A problem of one layer.
  BadModelException(Path file, Layer layer, String problem) {
    this(file, layer.line, "%s: %s".formatted(layer, problem));
  }

  @Override
  public String getMessage() {
    return message;
  }
}
