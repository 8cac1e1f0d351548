package io.cleave.text;

/// Quotes text of others in messages: on one line, with a question mark for each character that is
/// invisible, changes the direction of text, or controls a terminal.
public final class OneLine {
  private static final String MORE = "...";

  /// The characters of an excerpt.
  private static final int EXCERPT = 120;

  private OneLine() {}

  /// The whole text.
  public static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().forEach(c -> line.appendCodePoint(isShown(c) ? c : '?'));
    return line.toString();
  }

  /// The text, or its beginning and three dots where it is longer than that.
  ///
  /// @param most the characters of the answer
  public static String of(String text, int most) {
    return of(text.length() <= most ? text : text.substring(0, most - MORE.length()) + MORE);
  }

  /// The text, or its beginning if it is too long for a message.
  public static String excerpt(String text) {
    return of(text, EXCERPT);
  }

  /// Whether the text is shown as it is.
  public static boolean isPlain(String text) {
    return text.codePoints().allMatch(OneLine::isShown);
  }

  /// Whether a character is shown where it stands, and has no other effect: controls, half
  /// surrogate pairs, ends of lines and marks of direction are not.
  public static boolean isShown(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
