package io.cleave.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads JSON as RFC 8259 has it, and nothing more: one value; no comments, trailing commas, NaN or
/// byte order mark; and, stricter than the RFC, no field twice in one object and no lone surrogate,
/// escaped or not.
///
/// It is safe with hostile texts: the time is linear in the text, and nesting deeper than 64 and
/// more than 4194304 values are refused, so that neither the stack nor the heap runs out. Whoever
/// reads from outside bounds the length of the text.
///
/// The methods are static and safe to call from many threads.
public final class JsonReader {
  /// How many lists and objects may lie inside each other. What Cleave reads needs four.
  static final int MAX_DEPTH = 64;

  /// How many values one text may hold: enough for the header of 400,000 tensors, which has 3.2
  /// million. The hungriest text found, `{"":1},` over and over, takes 465 MB of heap to hold them.
  static final int MAX_VALUES = 1 << 22;

  private final JsonScanner scanner;
  private int depth;
  private int values;

  private JsonReader(String text) {
    this.scanner = new JsonScanner(text);
  }

  /// The one value that this text holds; anything else is a [JsonException] that names the line and
  /// the column, counted from 1 in UTF-16 units.
  public static JsonValue parse(String text) {
    JsonReader reader = new JsonReader(text);
    JsonValue value = reader.value();
    reader.scanner.requireEnd();
    return value;
  }

  /// As [#parse], from the remaining bytes of a buffer, which are consumed. Bytes that are not
  /// UTF-8 are a [JsonException]; `new String(bytes, UTF_8)` would replace them silently, and two
  /// names might become one.
  public static JsonValue parseUtf8(ByteBuffer bytes) {
    int start = bytes.position();
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException _) {
      throw new JsonException(
          "JSON must be UTF-8, and its bytes from offset %s on are not; save it as UTF-8"
              .formatted(bytes.position() - start));
    }
    return parse(text);
  }

  private JsonValue value() {
    int first = scanner.next();
    if (++values > MAX_VALUES) {
      throw scanner.fail("a text may hold at most %s values; split it".formatted(MAX_VALUES));
    }
    return switch (first) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> new JsonString(scanner.string());
      default -> word();
    };
  }

  private JsonObject object() {
    enter('{');
    // Names chosen to collide do no harm: HashMap turns a crowded bucket of strings into a tree.
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    if (!scanner.accept('}')) {
      do {
        field(fields);
      } while (another('}'));
    }
    depth--;
    return new JsonObject(fields);
  }

  private void field(Map<String, JsonValue> fields) {
    if (scanner.next() != '"') {
      throw scanner.expected("a field name in double quotes");
    }
    int start = scanner.position();
    String name = scanner.string();
    if (!scanner.accept(':')) {
      throw scanner.expected("\":\" after a field name");
    }
    if (fields.put(name, value()) != null) {
      throw scanner.fail(
          start,
          "field %s is there twice in one object; keep one".formatted(JsonWriter.excerpt(name)));
    }
  }

  private JsonArray array() {
    enter('[');
    List<JsonValue> items = new ArrayList<>();
    if (!scanner.accept(']')) {
      do {
        items.add(value());
      } while (another(']'));
    }
    depth--;
    return new JsonArray(items);
  }

  private void enter(char open) {
    if (++depth > MAX_DEPTH) {
      throw scanner.fail("lists and objects may nest at most %s deep".formatted(MAX_DEPTH));
    }
    scanner.accept(open);
  }

  /// Steps over the comma before another item, or over the bracket after the last.
  private boolean another(char close) {
    if (scanner.accept(',')) {
      return true;
    }
    if (scanner.accept(close)) {
      return false;
    }
    throw scanner.expected("\",\" or \"%c\"".formatted(close));
  }

  private JsonValue word() {
    int start = scanner.position();
    String word = scanner.word();
    return switch (word) {
      case "" -> throw scanner.expected("a value");
      case "true" -> new JsonBoolean(true);
      case "false" -> new JsonBoolean(false);
      case "null" -> new JsonNull();
      default -> number(word, start);
    };
  }

  private JsonNumber number(String word, int start) {
    char first = word.charAt(0);
    if (first != '-' && !JsonNumber.isDigit(first)) {
      throw scanner.fail(start, "expected a value, found " + JsonWriter.excerpt(word));
    }
    try {
      return new JsonNumber(word);
    } catch (JsonException e) {
      throw scanner.fail(start, e);
    }
  }
}
