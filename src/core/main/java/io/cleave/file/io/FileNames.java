package io.cleave.file.io;

import io.cleave.text.OneLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Names of output files and of the parts that they are named after.
public final class FileNames {
  /// What file systems take.
  private static final int MAX_BYTES = 255;

  private static final int SHOWN = 20;

  private static final String FORBIDDEN = "/\\%:*?\"<>|";

  private static final Pattern DEVICE =
      Pattern.compile(
          "(con|prn|aux|nul|conin\\$|conout\\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\\..*)?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

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
    if (bytes > MAX_BYTES - AtomicFiles.TEMPORARY_BYTES) {
      throw new IllegalArgumentException(
          "the part '%s' would be written to '%s', a name of %s bytes; file systems take %s, and %s of them go to the temporary name; give shorter names, or write one file for all"
              .formatted(
                  OneLine.excerpt(part),
                  shown(file),
                  bytes,
                  MAX_BYTES,
                  AtomicFiles.TEMPORARY_BYTES));
    }
  }

  /// Its end, too: that is where the parts' own names stand.
  private static String shown(String file) {
    String begin = file.substring(0, SHOWN);
    return OneLine.excerpt(begin + "..." + file.substring(file.length() - SHOWN));
  }

  /// A file name for a tensor, without extension. Characters that a file name cannot have, here or
  /// on other systems, are written as in a URL: `layers/0` as `layers%2F0`. So are the percent
  /// sign, so that no two names become the same, characters that are not shown, and the first one
  /// of a name that Windows takes for a device, such as `NUL`.
  public static String ofTensor(String tensor) {
    if (tensor.isEmpty()) {
      return "%";
    }
    if (DEVICE.matcher(tensor).matches()) {
      return escaped(tensor.charAt(0)) + unescaped(tensor.substring(1));
    }
    // A file whose name begins with a dot would be hidden.
    return tensor.startsWith(".")
        ? escaped('.') + unescaped(tensor.substring(1))
        : unescaped(tensor);
  }

  private static String unescaped(String text) {
    StringBuilder stem = new StringBuilder();
    text.codePoints().forEach(c -> stem.append(isAllowed(c) ? Character.toString(c) : escaped(c)));
    return stem.toString();
  }

  private static boolean isAllowed(int c) {
    return FORBIDDEN.indexOf(c) < 0 && OneLine.isShown(c);
  }

  private static String escaped(int c) {
    if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
      // Half a pair is no character, and no UTF-8 either.
      return "%%u%04X".formatted(c);
    }
    StringBuilder escaped = new StringBuilder();
    for (byte octet : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
      escaped.append("%%%02X".formatted(octet));
    }
    return escaped.toString();
  }
}
