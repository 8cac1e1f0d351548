package io.cleave.text;

import java.util.regex.Pattern;

/// A text on one line, with a question mark for each character that is not shown, turns the
/// direction of what follows, or commands a terminal.
public final class OneLine {
  private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");
  private static final String MORE = "...";

  private OneLine() {}

  /// The whole text.
  public static String of(String text) {
    return HIDDEN.matcher(text).replaceAll("?");
  }

  /// The text, or its beginning and three dots where it is longer than that.
  ///
  /// @param most the characters of the answer
  public static String of(String text, int most) {
    return of(text.length() <= most ? text : text.substring(0, most - MORE.length()) + MORE);
  }

  /// Whether the text is shown as it is.
  public static boolean isPlain(String text) {
    return !HIDDEN.matcher(text).find();
  }
}
