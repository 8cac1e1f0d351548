package io.cleave.json;

/// A JSON string. Immutable and safe to share.
///
/// @param value the characters, without quotes or escapes; well-formed UTF-16, since no UTF-8 file
///   can hold half a surrogate pair
public record JsonString(String value) implements JsonValue {

  /// A string of these characters; a lone surrogate is a [JsonException].
  public JsonString {
    requireWellFormed(value);
  }

  @Override
  public String asString() {
    return value;
  }

  /// This string as JSON: in quotes, and escaped.
  @Override
  public String toString() {
    return JsonWriter.compact(this);
  }

  static void requireWellFormed(String characters) {
    if (characters.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
      throw new JsonException("a string must hold whole characters, not half a surrogate pair");
    }
  }
}
