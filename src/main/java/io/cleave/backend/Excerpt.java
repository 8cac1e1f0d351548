package io.cleave.backend;

/// How a name that is none is quoted in a message: short and on one line, whatever it holds.
final class Excerpt {
  private static final int MAX_CHARS = 60;

  private Excerpt() {}

  /// The name as it is quoted.
  static String of(String text) {
    String shown = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS - 3) + "...";
    return shown.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]", "?");
  }
}
