package io.cleave.cli;

import io.cleave.file.PartFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Turns names of tensors, which may hold anything, into names of files.
///
/// Letters, digits and most signs stand for themselves. The bytes of everything that means
/// something to a file system, or to this code, are written `%2F`, as in a URL: no two names make
/// the same file. A long name is cut, and gets a `~` and the beginning of its SHA-256 instead. If a
/// name comes again, in capitals or not, the second file is `NAME~2`, the third `NAME~3`.
final class TensorFileNames {
  /// The bytes of a name; what surrounds it has room besides.
  private static final int MAX_BYTES = 160;

  private static final int KEPT = 120;
  private static final int DIGITS = 24;

  private TensorFileNames() {}

  /// Files in a folder, one for each name.
  static PartFiles of(Path folder, List<String> names, String extension) {
    Map<String, Integer> taken = new HashMap<>();
    List<String> files = new ArrayList<>();
    for (String name : names) {
      String escaped = escape(name);
      // Some file systems take upper and lower case for the same.
      int times = taken.merge(escaped.toLowerCase(Locale.ROOT), 1, Integer::sum);
      String file = times == 1 ? escaped : escaped + "~" + times;
      files.add(file + "." + extension);
    }
    return new PartFiles(folder, files);
  }

  static String escape(String name) {
    var text = new StringBuilder();
    for (int i = 0; i < name.length(); ) {
      int c = name.codePointAt(i);
      if (isPlain(c) && !(c == '.' && i == 0)) {
        text.appendCodePoint(c);
      } else {
        for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
          text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
        }
      }
      i += Character.charCount(c);
    }
    return text.isEmpty() ? "%" : shortened(text.toString(), name);
  }

  private static boolean isPlain(int c) {
    return c < 128
        ? Character.isLetterOrDigit(c) || "._-+=,;()[]{}@!#$ ".indexOf(c) >= 0
        : Character.isLetterOrDigit(c);
  }

  private static String shortened(String escaped, String name) {
    if (escaped.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES) {
      return escaped;
    }
    int end = 0;
    int bytes = 0;
    while (end < escaped.length()) {
      int c = escaped.codePointAt(end);
      bytes += Character.toString(c).getBytes(StandardCharsets.UTF_8).length;
      if (bytes > KEPT) {
        break;
      }
      end += Character.charCount(c);
    }
    return escaped.substring(0, end) + "~" + digest(name).substring(0, DIGITS);
  }

  private static String digest(String name) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
