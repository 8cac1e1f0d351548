package io.cleave.conformance;

import java.util.List;
import java.util.stream.Collectors;

/// What a report quotes of texts that others wrote: one line, not too long, and nothing in it that
/// a terminal obeys.
final class Excerpt {
  private static final int MAX_CHARS = 600;
  private static final int MAX_VALUE_CHARS = 60;
  private static final int MAX_ITEMS = 8;

  private Excerpt() {}

  /// A sentence or a name.
  static String of(String text) {
    String cut = cut(text, MAX_CHARS);
    var line = new StringBuilder(cut.length());
    cut.codePoints().forEach(c -> line.appendCodePoint(isPlain(c) ? c : ' '));
    return line.toString();
  }

  /// Anything that prints itself.
  static String of(Object value) {
    return cut(value.toString(), MAX_VALUE_CHARS);
  }

  /// The first items of a list, and how many there are.
  static String list(List<?> items) {
    String more = items.size() > MAX_ITEMS ? ", ... %s in all]".formatted(items.size()) : "]";
    return items.stream()
        .limit(MAX_ITEMS)
        .map(Object::toString)
        .collect(Collectors.joining(", ", "[", more));
  }

  /// An exception with its type, which matters where the message says little.
  static String of(Throwable thrown) {
    String message = thrown.getMessage();
    String type = thrown.getClass().getSimpleName();
    return message == null ? type : type + ": " + message;
  }

  private static String cut(String text, int chars) {
    return text.length() <= chars ? text : text.substring(0, chars) + "...";
  }

  private static boolean isPlain(int c) {
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
