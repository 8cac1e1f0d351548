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
import java.util.List;
import java.util.Map;

/// Writes a report, a drawing or a model to files that the user has named: aside first, so that
/// there is never half of it under that name. A link is replaced, not followed: in a folder that
/// others may write to, it may be theirs.
public final class TextFile {
  private TextFile() {}

  /// Refuses a file that cannot be written, before any work is done for it.
  ///
  /// @throws IllegalArgumentException if it is a folder, or its folder is not there or is read-only
  public static void requireWritable(Path file) {
    if (isPlain(file)) {
      Path folder = file.toAbsolutePath().getParent();
      if (Files.isDirectory(file) || folder == null || !Files.isWritable(folder)) {
        throw refusal(file, "name a file in a folder that is there and may be written");
      }
    }
  }

  /// Refuses files that cannot be written, that are what the command reads, however they are
  /// linked, or that are each other, before any work is done for them.
  ///
  /// @param files what is going to be written
  /// @param inputs what is read, if it is there
  /// @throws IllegalArgumentException also if one is an input, or two are the same file
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

  /// Writes the whole text, in the place of what was there.
  ///
  /// @throws IllegalArgumentException if the file is one that cannot be written
  /// @throws UncheckedIOException if the system fails: the disk is full, say
  public static void write(Path file, String text) {
    write(Map.of(file, text.getBytes(StandardCharsets.UTF_8)));
  }

  /// Writes all the bytes of files in one folder, in the place of what was there: all of them, or
  /// none where all are plain files.
  ///
  /// @throws IllegalArgumentException if one of them cannot be written
  /// @throws UncheckedIOException if the system fails: the disk is full, say
  public static void write(Map<Path, byte[]> files) {
    if (files.keySet().stream().allMatch(TextFile::isPlain)) {
      replace(files);
    } else {
      files.forEach(TextFile::writeOne);
    }
  }

  private static void replace(Map<Path, byte[]> files) {
    try {
      AtomicFiles.replace(files);
    } catch (IOException e) {
      String left =
          AtomicFiles.whatIsLeft(
              e, "what was there is there still", "not all of it could be undone");
      throw new UncheckedIOException("%s; %s".formatted(e.getMessage(), left), e);
    }
  }

  private static void writeOne(Path file, byte[] content) {
    if (isPlain(file)) {
      replace(Map.of(file, content));
      return;
    }
    try {
      // Behind /dev/stdout may be a file that holds what was printed before.
      Files.write(file, content, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    } catch (NoSuchFileException | AccessDeniedException _) {
      throw refusal(file, "name a file in a folder that is there and may be written");
    } catch (IOException e) {
      throw new UncheckedIOException(sentence(file, "the system says: " + e.getMessage()), e);
    }
  }

  /// Whether a file can be replaced: not a pipe, a device, or one of the system's links to them,
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

  private static IllegalArgumentException refusal(Path file, String remedy) {
    return new IllegalArgumentException(sentence(file, remedy));
  }

  private static String sentence(Path file, String remedy) {
    return "%s cannot be written; %s".formatted(ShownName.of(file), remedy);
  }
}
