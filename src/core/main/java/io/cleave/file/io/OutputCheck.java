package io.cleave.file.io;

import io.cleave.file.format.MappedFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Checks that an output may be put where it is to go. Files are compared by their keys, not by
/// their names: files and folders may be links.
public final class OutputCheck {
  private OutputCheck() {}

  /// Checks that no output would replace an input.
  ///
  /// @param inputs those that are not there cannot be replaced
  /// @throws IllegalArgumentException if one would, however it is linked
  public static void requireNoInput(Collection<Path> outputs, Collection<Path> inputs) {
    Set<Object> keys =
        inputs.stream()
            .flatMap(input -> MappedFile.key(input).stream())
            .collect(Collectors.toSet());
    for (Path output : outputs) {
      if (MappedFile.key(output).filter(keys::contains).isPresent()) {
        throw new IllegalArgumentException(
            "%s would replace an input; write to another folder or under another name"
                .formatted(output));
      }
    }
  }

  /// Checks that nothing has an output's name but a file that may be replaced.
  ///
  /// @throws FileAlreadyExistsException if something has
  static void requireFree(Path output, boolean replace) throws FileAlreadyExistsException {
    if (!Files.exists(output, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isSymbolicLink(output) && !Files.isRegularFile(output)) {
      throw new FileAlreadyExistsException(
          output.toString(),
          null,
          "it is not a regular file and cannot be replaced; write to another folder");
    }
    if (!replace) {
      throw new FileAlreadyExistsException(
          output.toString(), null, "it is there already; write to another folder, or replace it");
    }
  }

  /// Checks, before anything is written, that files can be written to a folder, which need not
  /// exist.
  ///
  /// @throws FileSystemException if they cannot
  static void requireFolder(Path folder) throws FileSystemException {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      throw new FileSystemException(
          existing.toString(),
          null,
          "it is not a folder that this user may write to; give another folder for the parts");
    }
  }

  /// True if two paths lead to one file, or will do when they are written.
  public static boolean isSame(Path one, Path other) {
    Optional<Object> key = MappedFile.key(one);
    return (key.isPresent() && key.equals(MappedFile.key(other)))
        || realPath(one).equals(realPath(other));
  }

  /// The path of an output without links in its folder. An output replaces a link of its name.
  static Path realPath(Path output) {
    Path absolute = output.toAbsolutePath();
    Path folder = absolute.getParent();
    Path name = absolute.getFileName();
    return folder == null || name == null ? absolute : realFolder(folder).resolve(name);
  }

  private static Path realFolder(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException _) {
      Path parent = folder.getParent();
      Path name = folder.getFileName();
      return parent == null || name == null ? folder : realFolder(parent).resolve(name).normalize();
    }
  }
}
