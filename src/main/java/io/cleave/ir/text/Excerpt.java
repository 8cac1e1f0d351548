package io.cleave.ir.text;

/// How a piece of a model is quoted in a message: short and on one line, whatever the file holds.
public final class Excerpt {
  private static final int MAX_CHARS = 120;

  private Excerpt() {}

  /// The piece as it is quoted.
  public static String of(String text) {
    String shown = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS - 3) + "...";
    return shown.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]", "?");
  }
}
