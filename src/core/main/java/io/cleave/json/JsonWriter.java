package io.cleave.json;

import io.cleave.text.OneLine;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// Writer of one value as JSON, with or without line breaks.
final class JsonWriter {
  private final StringBuilder out = new StringBuilder();
  private final boolean pretty;

  private JsonWriter(boolean pretty) {
    this.pretty = pretty;
  }

  static String text(JsonValue value, boolean pretty) {
    return new JsonWriter(pretty).write(value, "\n").out.toString();
  }

  /// Writes a value; `newline` is a line break and the indentation of the line that value is on.
  private JsonWriter write(JsonValue value, String newline) {
    switch (value.value()) {
      case Map<?, ?> _ -> object(value.fields(), newline);
      case List<?> _ -> array(value.items(), newline);
      case String characters -> string(characters);
      case null, default -> out.append(value.value());
    }
    return this;
  }

  private void object(Map<String, JsonValue> fields, String newline) {
    String inner = newline + "  ";
    String comma = "";
    out.append('{');
    for (Map.Entry<String, JsonValue> field : fields.entrySet()) {
      out.append(comma).append(pretty ? inner : "");
      string(field.getKey()).out.append(pretty ? ": " : ":");
      write(field.getValue(), inner);
      comma = ",";
    }
    out.append(pretty && !fields.isEmpty() ? newline : "").append('}');
  }

  private void array(List<JsonValue> items, String newline) {
    boolean isPlain =
        items.stream()
            .map(JsonValue::value)
            .noneMatch(item -> item instanceof Map || item instanceof List);
    boolean lines = pretty && !isPlain;
    String comma = "";
    out.append('[');
    for (JsonValue item : items) {
      out.append(comma).append(lines ? newline + "  " : "");
      write(item, newline + "  ");
      comma = pretty && !lines ? ", " : ",";
    }
    out.append(lines ? newline : "").append(']');
  }

  private JsonWriter string(String characters) {
    out.append('"');
    characters.codePoints().forEach(this::character);
    out.append('"');
    return this;
  }

  /// JSON needs the escape below U+0020 alone. The others make the text safe to print: C1 controls
  /// begin terminal sequences, characters that are not shown and bidirectional controls disguise
  /// names, and U+2028 and U+2029 break lines in JavaScript.
  private void character(int c) {
    int named = "\"\\\n\r\t".indexOf(c);
    if (named >= 0) {
      out.append('\\').append("\"\\nrt".charAt(named));
    } else if (!OneLine.isShown(c)) {
      for (char unit : Character.toChars(c)) {
        out.append("\\u").append(HexFormat.of().toHexDigits(unit));
      }
    } else {
      out.appendCodePoint(c);
    }
  }
}
