package io.cleave.draw;

import io.cleave.text.OneLine;

/// A name as it stands among other text, whatever is in it.
final class Label {
  private static final String ISOLATE = "\u2068";
  private static final String END_OF_ISOLATE = "\u2069";

  private Label() {}

  /// The name in one line, without signs that are not shown or turn the direction of what follows.
  static String line(String name) {
    return OneLine.of(name);
  }

  /// A text that pulls none of its neighbours along if it is written from right to left.
  static String isolated(String text) {
    return text.codePoints().anyMatch(Label::isRightToLeft)
        ? ISOLATE + text + END_OF_ISOLATE
        : text;
  }

  /// The text with a question mark for whatever is not ASCII.
  static String ascii(String text) {
    return text.replaceAll("[^\\x20-\\x7E]", "?");
  }

  private static boolean isRightToLeft(int letter) {
    byte direction = Character.getDirectionality(letter);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }
}
