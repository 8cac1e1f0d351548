package io.cleave.json;

import io.cleave.text.OneLine;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// A text is not JSON, or a value is not what its reader expects. The message is one sentence that
/// says where, what was expected and what was found; it is short, and free of control characters,
/// whatever the text holds.
public final class JsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /// True if the message begins with a place, for example `field "expect", index 2: `.
  private final boolean hasPlace;

  JsonException(String problem) {
    this(problem, false);
  }

  private JsonException(String message, boolean hasPlace) {
    super(message);
    this.hasPlace = hasPlace;
  }

  /// A value of another kind, for example `expected a list, found null`.
  static JsonException mismatch(String expected, JsonValue found) {
    String kind =
        switch (found.value()) {
          case Map<?, ?> _ -> "an object";
          case List<?> _ -> "a list";
          case String string -> "the string \"%s\"".formatted(OneLine.excerpt(string));
          case JsonNumber number -> "the number " + OneLine.excerpt(number.text());
          case null, default -> found.toString();
        };
    return new JsonException("expected %s, found %s".formatted(expected, kind));
  }

  /// Reads a value; an exception of the reader names its place.
  static <T> T at(String place, JsonValue value, Function<? super JsonValue, ? extends T> reader) {
    try {
      return reader.apply(value);
    } catch (IllegalArgumentException e) {
      throw within(place, e);
    }
  }

  /// The same problem at a place further out.
  static JsonException within(String outer, IllegalArgumentException e) {
    boolean isPlaced = e instanceof JsonException inner && inner.hasPlace;
    return new JsonException(outer + (isPlaced ? ", " : ": ") + e.getMessage(), true);
  }
}
