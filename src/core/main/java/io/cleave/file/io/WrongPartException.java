package io.cleave.file.io;

import java.io.IOException;
import java.nio.file.Path;

/// A part in its file is not what the data says. The message names the part and the first byte that
/// differs.
public final class WrongPartException extends IOException {
  private static final long serialVersionUID = 1L;

  /// @param part its position among the plan's parts
  /// @param file the file that it was to stand in
  /// @param at the byte of the part
  /// @param inFile the byte of the file
  WrongPartException(int part, Path file, long at, long inFile) {
    super(
        "part %s differs from the data at its byte %s, byte %s of %s; do not trust this device or disk"
            .formatted(part, at, inFile, file));
  }
}
