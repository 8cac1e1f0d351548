package io.cleave.json;

import java.util.Objects;
import java.util.function.Function;

/// A text is not JSON, or a value is not what its reader expects. The message is one sentence that
/// says where, what was expected and what was found; it is short, and free of control characters,
/// whatever the text holds.
public final class JsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  // For example `field "expect", index 2`; empty where the place is not known yet.
  private final String place;
  private final String problem;

  JsonException(String problem) {
    super(problem);
    this.place = "";
    this.problem = problem;
  }

  private JsonException(String place, String problem, Throwable cause) {
    super(place + ": " + problem, cause);
    this.place = place;
    this.problem = problem;
  }

  /// The value that is not what its reader expects, for example `expected a list, found null`.
  static JsonException mismatch(String expected, JsonValue found) {
    return new JsonException("expected %s, found %s".formatted(expected, describe(found)));
  }

  /// Reads the value of a field; what goes wrong names the field.
  static <T> T at(String name, JsonValue value, Function<? super JsonValue, ? extends T> reader) {
    try {
      return reader.apply(value);
    } catch (IllegalArgumentException e) {
      throw within("field " + JsonWriter.excerpt(name), e);
    }
  }

  /// Reads an item of a list; what goes wrong names its index, counted from 0.
  static <T> T at(int index, JsonValue item, Function<? super JsonValue, ? extends T> reader) {
    try {
      return reader.apply(item);
    } catch (IllegalArgumentException e) {
      throw within("index " + index, e);
    }
  }

  /// The same problem at a place further out.
  static JsonException within(String outer, IllegalArgumentException e) {
    if (e instanceof JsonException inner) {
      String place = inner.place.isEmpty() ? outer : outer + ", " + inner.place;
      return new JsonException(place, inner.problem, inner);
    }
    return new JsonException(outer, Objects.requireNonNullElse(e.getMessage(), e.toString()), e);
  }

  private static String describe(JsonValue value) {
    return switch (value) {
      case JsonObject _ -> "an object";
      case JsonArray _ -> "a list";
      case JsonString string -> "the string " + JsonWriter.excerpt(string.value());
      case JsonNumber number -> "the number " + number.excerpt();
      case JsonBoolean bool -> bool.toString();
      case JsonNull _ -> "null";
    };
  }
}
