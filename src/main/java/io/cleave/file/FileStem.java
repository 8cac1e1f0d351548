package io.cleave.file;

import java.nio.charset.StandardCharsets;

/// What a file is called that holds parts of a tensor with some name.
///
/// Tensor names may be any text. Those characters that a file name cannot have, here or on other
/// systems, are written as in a URL: `layers/0` as `layers%2F0`. The percent sign itself is, too,
/// so that two names never become the same.
final class FileStem {
  private static final String FORBIDDEN = "/\\%:*?\"<>|";

  private FileStem() {}

  static String of(String tensor) {
    if (tensor.isEmpty()) {
      return "%";
    }
    StringBuilder stem = new StringBuilder();
    tensor
        .codePoints()
        .forEach(c -> stem.append(isPlain(c, stem.isEmpty()) ? Character.toString(c) : escaped(c)));
    return stem.toString();
  }

  /// A file whose name begins with a dot would be hidden.
  private static boolean isPlain(int c, boolean first) {
    return FORBIDDEN.indexOf(c) < 0
        && !Character.isISOControl(c)
        && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
        && !(first && c == '.');
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
