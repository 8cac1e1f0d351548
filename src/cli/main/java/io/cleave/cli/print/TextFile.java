package io.cleave.cli.print;

import io.cleave.file.io.AtomicFiles;
import io.cleave.file.io.OutputCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes reports, drawings and models to files that the user has named. A file is replaced when
/// the new one is complete. A link is replaced, not followed: in a folder that others may write to,
/// it may be theirs.
public final class TextFile {
  private TextFile() {}

  /// Checks that a file can be written, before any work is done for it.
  ///
  /// @throws IllegalArgumentException if it is a folder, or its folder is not there or is read-only
  public static void requireWritable(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (isPlain(file) && (Files.isDirectory(file) || folder == null || !Files.isWritable(folder))) {
      throw refusal(file);
    }
  }

  /// Checks that files can be written, and that none of them is an input or another of them.
  ///
  /// @param inputs what is read, if it is there
  /// @throws IllegalArgumentException if one cannot, or is
  public static void requireWritable(List<Path> files, List<Path> inputs) {
    OutputCheck.requireNoInput(files, inputs);
    for (int i = 0; i < files.size(); i++) {
      Path file = files.get(i);
      requireWritable(file);
      for (Path other : files.subList(0, i)) {
        // A pipe takes one text after the other.
        if (isPlain(file) && OutputCheck.isSame(file, other)) {
          throw new IllegalArgumentException(
              "%s and %s are the same file; write to a file for each".formatted(other, file));
        }
      }
    }
  }

  /// Writes a text.
  ///
  /// @throws IllegalArgumentException if the file is one that cannot be written
  /// @throws UncheckedIOException if the system fails, for instance since the disk is full
  public static void write(Path file, String text) {
    write(Map.of(file, text.getBytes(StandardCharsets.UTF_8)));
  }

  /// Writes files of one folder: all of them, or none.
  ///
  /// @throws IllegalArgumentException if one of them cannot be written
  /// @throws UncheckedIOException if the system fails, for instance since the disk is full
  public static void write(Map<Path, byte[]> files) {
    Map<Path, byte[]> plain = new LinkedHashMap<>(files);
    plain.keySet().removeIf(file -> !isPlain(file));
    try {
      if (!plain.isEmpty()) {
        AtomicFiles.replace(plain);
      }
    } catch (IOException e) {
      String left =
          AtomicFiles.whatIsLeft(
              e, "what was there is there still", "not all of it could be undone");
      throw new UncheckedIOException("%s; %s".formatted(e.getMessage(), left), e);
    }
    files.forEach(
        (file, content) -> {
          if (!plain.containsKey(file)) {
            append(file, content);
          }
        });
  }

  /// Behind `/dev/stdout` may be a file that holds what was printed before.
  private static void append(Path file, byte[] content) {
    try {
      Files.write(file, content, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    } catch (NoSuchFileException | AccessDeniedException _) {
      throw refusal(file);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be written; the system says: %s".formatted(ShownName.of(file), e.getMessage()),
          e);
    }
  }

  /// True if a file can be replaced: not a pipe, a device, or one of the system's links to them,
  /// such as `/dev/stdout`.
  private static boolean isPlain(Path file) {
    String folder = String.valueOf(file.toAbsolutePath().getParent());
    return !folder.equals("/dev")
        && !folder.equals("/dev/fd")
        && !folder.startsWith("/proc/")
        && (Files.isSymbolicLink(file)
            || !Files.exists(file)
            || Files.isRegularFile(file)
            || Files.isDirectory(file));
  }

  private static IllegalArgumentException refusal(Path file) {
    return new IllegalArgumentException(
        "%s cannot be written; name a file in a folder that is there and may be written"
            .formatted(ShownName.of(file)));
  }
}
