package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.file.io.AtomicFiles;
import io.cleave.file.io.FileNames;
import io.cleave.spi.IoFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/// Writes reports and drawings to files that the user has named. A file is replaced when the new
/// one is complete. A link is replaced, not followed: in a folder that others may write to, it may
/// be theirs.
public final class TextFile {
  private TextFile() {}

  /// Checks that files can be written, and that none of them is an input or another of them, before
  /// any work is done for them.
  ///
  /// @param inputs what is read, if it is there
  /// @throws IllegalArgumentException if one is a folder, or its folder is not there or is
  ///   read-only, or it is an input
  public static void requireWritable(List<Path> files, List<Path> inputs) {
    FileNames.requireNoInput(files, inputs);
    for (Path file : files) {
      Path written = isReplaceable(file) ? file.toAbsolutePath().resolveSibling("") : file;
      require(
          Files.isWritable(written) && !Files.isDirectory(file),
          "%s cannot be written; name a file in a folder that is there and may be written",
          Output.shown(file));
    }
    require(
        files.stream().map(FileNames::realPath).distinct().count() == files.size(),
        "two of %s are the same file; write to a file for each",
        files);
  }

  /// Writes a text.
  ///
  /// @throws IllegalArgumentException if the file is one that cannot be written
  /// @throws IOException if the system fails, for instance since the disk is full
  public static void write(Path file, String text) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    if (isReplaceable(file)) {
      AtomicFiles.replace(Map.of(file, content));
      return;
    }
    // Behind `/dev/stdout` may be a file that holds what was printed before.
    OpenOption[] behind = {StandardOpenOption.WRITE, StandardOpenOption.APPEND};
    IoFailure.run("write", file, () -> Files.write(file, content, behind));
  }

  /// True if a file can be replaced: not a pipe, a device, or one of the system's links to them,
  /// such as `/dev/stdout`.
  private static boolean isReplaceable(Path file) {
    String folder = String.valueOf(file.toAbsolutePath().getParent());
    boolean isSystems = folder.equals("/dev") || folder.matches("/(dev/fd|proc/.*)");
    boolean isOther = Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    return !isSystems && (Files.isSymbolicLink(file) || !isOther);
  }
}
