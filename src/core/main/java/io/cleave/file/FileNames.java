package io.cleave.file;

import io.cleave.file.output.AsideFiles;
import io.cleave.text.OneLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What outputs, and the parts that they are named after, may be called.
final class FileNames {
  /// What file systems take.
  private static final int MAX_BYTES = 255;

  private static final int SHOWN = 20;

  private FileNames() {}

  /// Checks that names are plain.
  ///
  /// @param folder where they are to be
  /// @throws IllegalArgumentException if not
  static void requirePlain(Path folder, List<String> names) {
    for (String name : names) {
      String problem = problem(folder, name);
      if (problem != null) {
        throw new IllegalArgumentException(
            "the part name '%s' %s; give a plain name such as q"
                .formatted(OneLine.excerpt(name), problem));
      }
    }
  }

  /// Checks that no name stands there twice.
  ///
  /// @throws IllegalArgumentException if one does
  static void requireDistinct(List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw givenTwice(name);
      }
    }
  }

  static IllegalArgumentException givenTwice(String name) {
    return new IllegalArgumentException(
        "the file name '%s' is given to two parts; give each its own"
            .formatted(OneLine.excerpt(name)));
  }

  private static @Nullable String problem(Path folder, String name) {
    if (name.isEmpty()) {
      return "is empty";
    }
    if (name.equals(".") || name.equals("..")) {
      return "means a folder";
    }
    // On every system both separators: what one writes another may unpack.
    if (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) {
      return "has a path separator";
    }
    if (!OneLine.isPlain(name)) {
      return "has a character that is not shown";
    }
    return isFileName(folder, name) ? null : "is no file name on this system";
  }

  private static boolean isFileName(Path folder, String name) {
    try {
      return folder.resolve(name).endsWith(name);
    } catch (InvalidPathException _) {
      return false;
    }
  }

  /// Checks that a file system takes the name of a file, and its temporary name as well.
  ///
  /// @param part the part that is to be in the file
  /// @throws IllegalArgumentException if it is too long
  static void requireFits(String file, String part) {
    int bytes = file.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES - AsideFiles.TEMPORARY_BYTES) {
      throw new IllegalArgumentException(
          "the part '%s' would be written to '%s', a name of %s bytes; file systems take %s, and %s of them go to"
                  .formatted(
                      OneLine.excerpt(part),
                      shown(file),
                      bytes,
                      MAX_BYTES,
                      AsideFiles.TEMPORARY_BYTES)
              + " the temporary name; give shorter names, or write one file for all with --bundle"
              + " --format npz");
    }
  }

  /// Its end, too: that is where the parts' own names stand.
  private static String shown(String file) {
    String begin = file.substring(0, SHOWN);
    return OneLine.excerpt(begin + "..." + file.substring(file.length() - SHOWN));
  }
}
