package io.cleave.backend;

import io.cleave.text.OneLine;

/// How a name that is none is quoted in a message: short and on one line, whatever it holds.
final class Excerpt {
  private static final int MAX_CHARS = 60;

  private Excerpt() {}

  /// The name as it is quoted.
  static String of(String text) {
    return OneLine.of(text, MAX_CHARS);
  }
}
