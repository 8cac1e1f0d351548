package io.cleave.plan;

import io.cleave.text.OneLine;
import java.util.function.LongFunction;

/// How the caller's values are quoted in a message: whole when they are short, abbreviated when
/// they are not, so that a thousand lengths or a hostile name still make one readable sentence.
final class Quote {
  private static final int MAX_CHARS = 60;
  private static final int MAX_NUMBERS = 32;

  private Quote() {}

  /// Without control characters: a message stays one line.
  static String abbreviate(String text) {
    return OneLine.of(text, MAX_CHARS);
  }

  /// `[2, 3]`, or `[1, 1, 1, ... 1000 in all]`.
  static String list(long[] values) {
    return list(values.length, i -> Long.toString(values[(int) i]));
  }

  /// The same for any list whose elements print themselves.
  static String list(long count, LongFunction<String> element) {
    var text = new StringBuilder("[");
    for (long i = 0; i < Math.min(count, MAX_NUMBERS); i++) {
      text.append(i == 0 ? "" : ", ").append(element.apply(i));
    }
    if (count > MAX_NUMBERS) {
      text.append(", ... ").append(count).append(" in all");
    }
    return text.append(']').toString();
  }
}
