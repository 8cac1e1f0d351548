package io.cleave.json;

import java.util.HexFormat;
import java.util.Map;

/// Writes values as JSON, with or without line breaks. One writer writes one value.
final class JsonWriter {
  // What a message shows of a text that may be megabytes long.
  private static final int EXCERPT_CHARS = 60;

  private final StringBuilder out = new StringBuilder();
  private final boolean pretty;

  private JsonWriter(boolean pretty) {
    this.pretty = pretty;
  }

  static String compact(JsonValue value) {
    return new JsonWriter(false).write(value, "\n").out.toString();
  }

  static String pretty(JsonValue value) {
    return new JsonWriter(true).write(value, "\n").out.toString();
  }

  /// The text as a JSON string for a message: in quotes, escaped, and cut where it is long.
  static String excerpt(String text) {
    return new JsonWriter(false).string(cut(text)).out.toString();
  }

  /// The text, cut between two characters where it is too long for a message.
  static String cut(String text) {
    if (text.length() <= EXCERPT_CHARS) {
      return text;
    }
    boolean halved = Character.isHighSurrogate(text.charAt(EXCERPT_CHARS - 1));
    return text.substring(0, halved ? EXCERPT_CHARS - 1 : EXCERPT_CHARS) + "...";
  }

  /// Writes a value; `newline` is a line break and the indentation of the line that value is on.
  private JsonWriter write(JsonValue value, String newline) {
    switch (value) {
      case JsonObject object -> object(object, newline);
      case JsonArray array -> array(array, newline);
      case JsonString string -> string(string.value());
      case JsonNumber number -> out.append(number.text());
      case JsonBoolean bool -> out.append(bool.value());
      case JsonNull _ -> out.append("null");
    }
    return this;
  }

  private void object(JsonObject object, String newline) {
    String inner = newline + "  ";
    String comma = "";
    out.append('{');
    for (Map.Entry<String, JsonValue> field : object.fields().entrySet()) {
      out.append(comma).append(pretty ? inner : "");
      string(field.getKey());
      out.append(pretty ? ": " : ":");
      write(field.getValue(), inner);
      comma = ",";
    }
    out.append(pretty && !object.fields().isEmpty() ? newline : "").append('}');
  }

  private void array(JsonArray array, String newline) {
    boolean lines = pretty && !array.items().stream().allMatch(JsonWriter::isPlain);
    String inner = newline + "  ";
    String comma = "";
    out.append('[');
    for (JsonValue item : array.items()) {
      out.append(comma).append(lines ? inner : "");
      write(item, inner);
      comma = pretty && !lines ? ", " : ",";
    }
    out.append(lines ? newline : "").append(']');
  }

  private static boolean isPlain(JsonValue value) {
    return !(value instanceof JsonObject) && !(value instanceof JsonArray);
  }

  private JsonWriter string(String characters) {
    out.append('"');
    characters.codePoints().forEach(this::character);
    out.append('"');
    return this;
  }

  private void character(int c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (isUnsafe(c)) {
          escape(c);
        } else {
          out.appendCodePoint(c);
        }
      }
    }
  }

  private void escape(int c) {
    for (char unit : Character.toChars(c)) {
      out.append("\\u").append(HexFormat.of().toHexDigits(unit));
    }
  }

  /// JSON needs the escape below U+0020 alone. The others protect whoever prints the text: C1
  /// controls begin terminal sequences, characters that are not shown and bidirectional controls
  /// disguise names, and U+2028 and U+2029 break lines in JavaScript.
  private static boolean isUnsafe(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
