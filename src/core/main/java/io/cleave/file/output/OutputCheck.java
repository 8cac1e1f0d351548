package io.cleave.file.output;

import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Existing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Checks that an output may be put where it is to go. Files are compared by what they are, not by
/// their names: both files and folders may be links.
public final class OutputCheck {
  private OutputCheck() {}

  /// Checks that no output would replace an input.
  ///
  /// @param inputs what is read; one that is not there cannot be replaced
  /// @throws BadFileException if one would, however it is linked
  public static void requireNoInput(Collection<Path> outputs, Collection<Path> inputs) {
    Set<Object> keys =
        inputs.stream().flatMap(input -> key(input).stream()).collect(Collectors.toSet());
    for (Path output : outputs) {
      if (key(output).filter(keys::contains).isPresent()) {
        throw new BadFileException(
            "%s would replace an input; write to another folder or under another name"
                .formatted(output));
      }
    }
  }

  /// Checks that nothing has an output's name but a file that may be replaced.
  ///
  /// @throws BadFileException if it is no regular file, or a file that must stay
  public static void requireFree(Path output, Existing existing) {
    if (!Files.exists(output, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isSymbolicLink(output) && !Files.isRegularFile(output)) {
      throw new BadFileException(
          "%s is not a regular file and cannot be replaced; write to another folder"
              .formatted(output));
    }
    requireAllowed(output, existing);
  }

  /// Checks that there is no file, or that it may be replaced.
  static void requireAllowed(Path output, Existing existing) {
    if (existing == Existing.REFUSED && Files.exists(output, LinkOption.NOFOLLOW_LINKS)) {
      throw new BadFileException(
          "%s is there already; write to another folder, or replace it with --force"
              .formatted(output));
    }
  }

  /// Whether two paths lead to one file, or will do when they are written.
  public static boolean isSame(Path one, Path other) {
    Optional<Object> key = key(one);
    return (key.isPresent() && key.equals(key(other))) || place(one).equals(place(other));
  }

  /// A key that tells a file from all others, however it is linked; empty where there is none.
  public static Optional<Object> key(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return Optional.of(key == null ? file.toRealPath() : key);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static Path place(Path output) {
    Path absolute = output.toAbsolutePath();
    Path folder = absolute.getParent();
    Path name = absolute.getFileName();
    return folder == null || name == null ? absolute : realFolder(folder).resolve(name);
  }

  /// The real path of a folder, which need not exist yet.
  public static Path realFolder(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException _) {
      Path parent = folder.getParent();
      Path name = folder.getFileName();
      return parent == null || name == null ? folder : realFolder(parent).resolve(name).normalize();
    }
  }
}
