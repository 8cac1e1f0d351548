package io.cleave.file;

import io.cleave.text.OneLine;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// What a file is called that holds parts of a tensor with some name.
///
/// Tensor names may be any text. Those characters that a file name cannot have, here or on other
/// systems, are written as in a URL: `layers/0` as `layers%2F0`. The percent sign itself is, too,
/// so that two names never become the same. So are characters that are not shown, or turn what
/// stands around them round, and the first one of what Windows takes for a device: `NUL`.
final class FileStem {
  private static final String FORBIDDEN = "/\\%:*?\"<>|";

  private static final Pattern DEVICE =
      Pattern.compile(
          "(con|prn|aux|nul|conin\\$|conout\\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\\..*)?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private FileStem() {}

  static String of(String tensor) {
    if (tensor.isEmpty()) {
      return "%";
    }
    if (DEVICE.matcher(tensor).matches()) {
      return escaped(tensor.charAt(0)) + plain(tensor.substring(1));
    }
    // A file whose name begins with a dot would be hidden.
    return tensor.startsWith(".") ? escaped('.') + plain(tensor.substring(1)) : plain(tensor);
  }

  private static String plain(String text) {
    StringBuilder stem = new StringBuilder();
    text.codePoints().forEach(c -> stem.append(isPlain(c) ? Character.toString(c) : escaped(c)));
    return stem.toString();
  }

  private static boolean isPlain(int c) {
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
