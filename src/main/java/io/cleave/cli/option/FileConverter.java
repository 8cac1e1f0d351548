package io.cleave.cli.option;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the name of a file.
///
/// Java gets arguments as text, in which bytes that are none (Latin-1 where the system has UTF-8,
/// say) are lost: each is a [#LOST]. But a name that Java has read from a folder keeps its bytes.
/// So a file with such a name is looked up in its folder, and is found if only one looks like that.
public final class FileConverter implements ITypeConverter<Path> {
  /// What stands in a name for a byte that is no text.
  static final char LOST = '\ufffd';

  @Override
  public Path convert(String text) {
    try {
      return file(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  /// The file of this name.
  ///
  /// @throws IllegalArgumentException if there can be none, or several look like that
  public static Path file(String text) {
    try {
      Path path = Path.of(text);
      return text.indexOf(LOST) < 0 || exists(path) ? path : lookUp(path);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(
          "'%s' can be no file name here (%s); with letters beyond ASCII, set LC_ALL=C.UTF-8"
              .formatted(text, e.getReason()),
          e);
    }
  }

  private static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /// @return the path itself if nothing is found: it may be to be written
  private static Path lookUp(Path path) {
    Path root = path.getRoot();
    Path found = root == null ? Path.of("") : root;
    for (Path name : path) {
      Path next = found.resolve(name);
      Path other = exists(next) ? next : alike(found, name.toString());
      if (other == null) {
        return path;
      }
      found = other;
    }
    return found;
  }

  /// The only entry of a folder that has a name which looks like that.
  private static @Nullable Path alike(Path folder, String name) {
    Path only = null;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (name.equals(String.valueOf(entry.getFileName()))) {
          if (only != null) {
            throw new IllegalArgumentException(
                "several files look like %s to Java, which cannot tell them apart: their names have"
                        .formatted(entry)
                    + " bytes that are no text; rename them, or give a link (ln -s)");
          }
          only = entry;
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      return null;
    }
    return only;
  }
}
