package io.cleave.ir;

import java.nio.file.Path;

/// A model that cannot be used: its files are missing or malformed, or it asks for what cannot be
/// done. The message is one sentence that names the file and, where there is one, line and layer.
public final class BadModelException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  BadModelException(String problem) {
    super(problem);
  }

  /// A problem of a whole file.
  static BadModelException in(Path file, String problem) {
    return new BadModelException("%s: %s".formatted(file, problem));
  }

  /// A problem of one line.
  static BadModelException at(Path file, int line, String problem) {
    return new BadModelException("%s:%s: %s".formatted(file, line, problem));
  }

  /// A problem of one layer.
  static BadModelException of(Path file, Layer layer, String problem) {
    return at(file, layer.line(), "%s: %s".formatted(layer, problem));
  }
}
