package io.cleave.file.tensor;

/// How a piece of a file is quoted in a message: short, on one line, in printable ASCII, whatever
/// the file holds.
public final class Excerpt {
  private static final int MAX_CHARS = 60;

  private Excerpt() {}

  /// The piece as it is quoted.
  public static String of(String text) {
    String shown = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS - 3) + "...";
    return shown.replaceAll("[^ -~]", "?");
  }
}
