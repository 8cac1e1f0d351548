package io.cleave.ir.text;

import io.cleave.text.OneLine;

/// How a piece of a model is quoted in a message: short and on one line, whatever the file holds.
public final class Excerpt {
  private static final int MAX_CHARS = 120;

  private Excerpt() {}

  /// The piece as it is quoted.
  public static String of(String text) {
    return OneLine.of(text, MAX_CHARS);
  }
}
