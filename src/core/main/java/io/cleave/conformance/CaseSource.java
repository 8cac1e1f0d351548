package io.cleave.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// A named stream of cases, one a line. Immutable and safe to share.
///
/// @param name for reports
/// @param opener opens the stream, which its reader closes
public record CaseSource(String name, Opener opener) {
  /// Opens a stream of lines.
  @FunctionalInterface
  public interface Opener {
    /// A new stream from the first line on; the caller closes it.
    InputStream open() throws IOException;
  }

  /// A file of cases. It is opened when it is read.
  ///
  /// @throws IllegalArgumentException if there is no such file that can be read, or it is a folder,
  ///   a pipe or a device, which may never end
  public static CaseSource file(Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      String problem =
          Files.exists(file) ? "is no regular file, or not readable" : "does not exist";
      throw new IllegalArgumentException(
          "cases file \"%s\" %s; give a file with one case a line".formatted(file, problem));
    }
    return new CaseSource(file.toString(), () -> Files.newInputStream(file));
  }
}
