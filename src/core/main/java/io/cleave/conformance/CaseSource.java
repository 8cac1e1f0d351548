package io.cleave.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where cases come from: a name for reports, and a stream of lines. Immutable and safe to share.
///
/// @param name what reports call it
/// @param opener opens the stream; whoever reads it closes it
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
    String problem = problem(file);
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(
          "cases file \"%s\" %s; give a file with one case a line".formatted(file, problem));
    }
    return new CaseSource(file.toString(), () -> Files.newInputStream(file));
  }

  private static String problem(Path file) {
    if (!Files.exists(file)) {
      return "does not exist";
    }
    if (Files.isDirectory(file)) {
      return "is a folder";
    }
    if (!Files.isRegularFile(file)) {
      return "is no regular file";
    }
    return Files.isReadable(file) ? "" : "is not readable";
  }
}
