package io.cleave.json;

/// A JSON string. Immutable and safe to share.
///
/// Its characters are well-formed UTF-16: a lone surrogate is refused, because it is no character
/// and no UTF-8 file can hold it.
///
/// @param value the characters, without quotes or escapes
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
    int index = loneSurrogate(characters);
    if (index >= 0) {
      throw new JsonException(
          "a string must hold whole characters; U+%04X at index %s is half of a surrogate pair"
              .formatted((int) characters.charAt(index), index));
    }
  }

  /// The index of the first surrogate that is not part of a pair, or -1.
  private static int loneSurrogate(String characters) {
    int i = 0;
    while (i < characters.length()) {
      int c = characters.codePointAt(i);
      if (Character.getType(c) == Character.SURROGATE) {
        return i;
      }
      i += Character.charCount(c);
    }
    return -1;
  }
}
