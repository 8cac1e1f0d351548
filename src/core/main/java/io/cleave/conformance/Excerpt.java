package io.cleave.conformance;

import io.cleave.text.OneLine;
import java.util.List;
import java.util.stream.Collectors;

/// Excerpts of texts, values and exceptions for a report.
final class Excerpt {
  private static final int MAX_CHARS = 600;
  private static final int MAX_VALUE_CHARS = 60;
  private static final int MAX_ITEMS = 8;

  private Excerpt() {}

  /// A sentence or a name.
  static String of(String text) {
    return OneLine.of(text, MAX_CHARS);
  }

  /// Anything that prints itself.
  static String of(Object value) {
    return OneLine.of(value.toString(), MAX_VALUE_CHARS);
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
}
