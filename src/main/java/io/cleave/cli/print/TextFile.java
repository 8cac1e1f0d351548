package io.cleave.cli.print;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// Writes a report, a drawing or a model to a file that the user has named: aside first, so that
/// there is never half of it under that name.
public final class TextFile {
  private TextFile() {}

  /// Refuses a file that cannot be written, before any work is done for it.
  ///
  /// @throws IllegalArgumentException if it is a folder, or its folder is not there or is read-only
  public static void requireWritable(Path file) {
    if (isPlain(file)) {
      Path folder = place(file).getParent();
      if (Files.isDirectory(file) || folder == null || !Files.isWritable(folder)) {
        throw refusal(file, "name a file in a folder that is there and may be written");
      }
    }
  }

  /// Writes the whole text, in the place of what was there.
  ///
  /// @throws IllegalArgumentException if the file cannot be written
  public static void write(Path file, String text) {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /// Writes all the bytes, in the place of what was there.
  ///
  /// @throws IllegalArgumentException if the file cannot be written
  public static void write(Path file, byte[] content) {
    try {
      if (isPlain(file)) {
        replace(place(file), content);
      } else {
        Files.write(file, content, StandardOpenOption.WRITE);
      }
    } catch (NoSuchFileException | AccessDeniedException _) {
      throw refusal(file, "name a file in a folder that is there and may be written");
    } catch (IOException e) {
      throw refusal(file, "the system says: " + Objects.requireNonNullElse(e.getMessage(), "" + e));
    }
  }

  private static void replace(Path file, byte[] content) throws IOException {
    String hidden = ".%s.%s.tmp".formatted(file.getFileName(), ProcessHandle.current().pid());
    Path aside = file.resolveSibling(hidden);
    try {
      Files.write(aside, content);
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  /// Not a device or a pipe, such as `/dev/stdout`, which nothing may be put in the place of.
  private static boolean isPlain(Path file) {
    return !Files.exists(file) || Files.isRegularFile(file) || Files.isDirectory(file);
  }

  /// Where the file really stands: a link stays what it is.
  private static Path place(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException _) {
      return file.toAbsolutePath();
    }
  }

  private static IllegalArgumentException refusal(Path file, String remedy) {
    return new IllegalArgumentException("%s cannot be written; %s".formatted(file, remedy));
  }
}
