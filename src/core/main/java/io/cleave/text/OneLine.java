package io.cleave.text;

import static java.lang.Character.CONTROL;
import static java.lang.Character.FORMAT;
import static java.lang.Character.LINE_SEPARATOR;
import static java.lang.Character.PARAGRAPH_SEPARATOR;
import static java.lang.Character.SURROGATE;

import java.util.function.IntFunction;

/// Quotes text of others in messages: on one line, with a question mark for each character that is
/// invisible, changes the direction of text, or controls a terminal.
public final class OneLine {
  private static final String MORE = "...";

  /// The characters of an excerpt.
  private static final int EXCERPT = 120;

  /// The elements of a list that are shown.
  private static final int MAX_ELEMENTS = 32;

  private OneLine() {}

  /// The whole text.
  public static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    for (int c : text.codePoints().toArray()) {
      line.appendCodePoint(isShown(c) ? c : '?');
    }
    return line.toString();
  }

  /// The text, or its beginning and three dots where it is longer than that.
  ///
  /// @param most the characters of the answer
  public static String of(String text, int most) {
    return of(text.length() <= most ? text : text.substring(0, most - MORE.length()) + MORE);
  }

  /// The text as it is, or its beginning and three dots where it is longer than that.
  ///
  /// @param most the characters before the dots
  public static String beginning(String text, int most) {
    return text.length() <= most ? text : prefix(text, most) + MORE;
  }

  /// The first characters of a text, at most so many, without half a surrogate pair at the end.
  public static String prefix(String text, int most) {
    int end = Math.min(most, text.length());
    boolean isHalf = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, isHalf ? end - 1 : end);
  }

  /// The text, or its beginning if it is too long for a message.
  public static String excerpt(String text) {
    return of(text, EXCERPT);
  }

  /// A list of numbers, abbreviated if it is long: `[2, 3]`, or `[1, 1, ... 1000 in all]`.
  public static String list(long... values) {
    return list(values.length, i -> Long.toString(values[i]));
  }

  /// A list whose elements print themselves, abbreviated if it is long.
  public static String list(int count, IntFunction<String> element) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < Math.min(count, MAX_ELEMENTS); i++) {
      text.append(i == 0 ? "" : ", ").append(element.apply(i));
    }
    return text.append(count > MAX_ELEMENTS ? ", ... %s in all]".formatted(count) : "]").toString();
  }

  /// A number of things: `1 byte`, `2 bytes`.
  public static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  /// True if the text is shown as it is.
  public static boolean isPlain(String text) {
    return text.codePoints().allMatch(OneLine::isShown);
  }

  /// True if a character is shown where it stands, and has no other effect: controls, half
  /// surrogate pairs, ends of lines and marks of direction are not.
  public static boolean isShown(int c) {
    return switch (Character.getType(c)) {
      case CONTROL, FORMAT, SURROGATE, LINE_SEPARATOR, PARAGRAPH_SEPARATOR -> false;
      default -> true;
    };
  }
}
