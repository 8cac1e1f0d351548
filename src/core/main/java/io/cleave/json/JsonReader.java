package io.cleave.json;

import io.cleave.text.OneLine;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Parser of JSON as RFC 8259 has it, by recursive descent: one value; no comments, trailing
/// commas, NaN or byte order mark. Stricter than the RFC, it also refuses a field that is twice in
/// an object, and lone surrogates, escaped or not.
///
/// It is safe with hostile texts: the time is linear in the text, and nesting deeper than 64 and
/// more than 4194304 values are refused, so that neither the stack nor the heap runs out. The
/// caller bounds the length of the text.
public final class JsonReader {
  /// The deepest nesting of lists and objects. The formats that Cleave reads need four.
  static final int MAX_DEPTH = 64;

  /// The most values in one text: enough for the header of 400,000 tensors, which has 3.2 million.
  /// The text with the most memory a byte, `1,` over and over, takes 352 MB of heap.
  static final int MAX_VALUES = 1 << 22;

  private static final int END = -1;

  private final String text;
  private int at;
  private int depth;
  private int values;

  private JsonReader(String text) {
    this.text = text;
  }

  /// The one value that this text holds; anything else is a [JsonException] that names the line and
  /// the column, counted from 1 in UTF-16 units.
  public static JsonValue parse(String text) {
    JsonReader reader = new JsonReader(text);
    try {
      JsonValue value = reader.value();
      if (reader.next() != END) {
        throw reader.expected("the end of the text after one value");
      }
      return value;
    } catch (JsonException e) {
      String before = text.substring(0, reader.at);
      long line = 1 + before.chars().filter(c -> c == '\n').count();
      int column = reader.at - before.lastIndexOf('\n');
      throw JsonException.within("line %s, column %s".formatted(line, column), e);
    }
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

  /// Parses a value. An exception is about the character at `at`.
  private JsonValue value() {
    int first = next();
    if (++values > MAX_VALUES) {
      throw new JsonException("a text may hold at most %s values; split it".formatted(MAX_VALUES));
    }
    return new JsonValue(
        switch (first) {
          case '{' -> object();
          case '[' -> array();
          case '"' -> string();
          default -> word();
        });
  }

  private Map<String, JsonValue> object() {
    // Names chosen to collide do no harm: HashMap turns a crowded bucket of strings into a tree.
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    each('}', () -> field(fields));
    // A hostile text may hold millions of objects, each with one field.
    return fields.size() < 2 ? Map.copyOf(fields) : Collections.unmodifiableMap(fields);
  }

  private void field(Map<String, JsonValue> fields) {
    if (next() != '"') {
      throw expected("a field name in double quotes");
    }
    int start = at;
    String name = string();
    if (fields.containsKey(name)) {
      at = start;
      throw new JsonException(
          "field \"%s\" is there twice in one object; keep one".formatted(OneLine.excerpt(name)));
    }
    if (!accept(':')) {
      throw expected("\":\" after a field name");
    }
    fields.put(name, value());
  }

  private List<JsonValue> array() {
    List<JsonValue> items = new ArrayList<>();
    each(']', () -> items.add(value()));
    return List.copyOf(items);
  }

  /// Steps over an opening bracket, over all items and the commas between them, and over the
  /// closing bracket.
  private void each(char close, Runnable item) {
    if (++depth > MAX_DEPTH) {
      throw new JsonException("lists and objects may nest at most %s deep".formatted(MAX_DEPTH));
    }
    at++;
    if (!accept(close)) {
      do {
        item.run();
      } while (accept(','));
      if (!accept(close)) {
        throw expected("\",\" or \"%c\"".formatted(close));
      }
    }
    depth--;
  }

  /// A literal or a number: all letters, digits and signs from here on, so that a message can show
  /// `NaN` and `0x10` whole.
  private @Nullable Object word() {
    int end = at;
    while (end < text.length() && isWordPart(text.charAt(end))) {
      end++;
    }
    String word = text.substring(at, end);
    Object value =
        switch (word) {
          case "" -> throw expected("a value");
          case "true" -> true;
          case "false" -> false;
          case "null" -> null;
          default -> new JsonNumber(word);
        };
    at = end;
    return value;
  }

  private static boolean isWordPart(char c) {
    return c < 0x80 && (Character.isLetterOrDigit(c) || "-+._".indexOf(c) >= 0);
  }

  private String string() {
    int start = at++;
    StringBuilder characters = new StringBuilder();
    for (int c = peek(); c != '"'; c = peek()) {
      if (c == END) {
        at = start;
        throw new JsonException("the string that begins here has no closing quote");
      }
      if (c < ' ') {
        throw new JsonException("a string may hold %s only as an escape".formatted(found(c)));
      }
      characters.append(c == '\\' ? escape() : (char) c);
      at++;
    }
    int end = at + 1;
    at = start;
    String string = JsonValue.wellFormed(characters.toString());
    at = end;
    return string;
  }

  /// The character of an escape; steps from the backslash to the last character.
  private char escape() {
    at++;
    int letter = peek();
    if (letter != 'u') {
      int index = "\"\\/bfnrt".indexOf(letter);
      if (index < 0) {
        throw expected("one of \"\\/bfnrtu after a backslash");
      }
      return "\"\\/\b\f\n\r\t".charAt(index);
    }
    for (int i = 0; i < 4; i++) {
      at++;
      // HexFormat knows ASCII alone; Character.digit would take the digits of any script.
      if (!HexFormat.isHexDigit(peek())) {
        throw expected("four hexadecimal digits after \\u");
      }
    }
    return (char) HexFormat.fromHexDigits(text, at - 3, at + 1);
  }

  /// Steps over white space; the character there, which stays next, or -1 at the end.
  private int next() {
    while (" \n\r\t".indexOf(peek()) >= 0) {
      at++;
    }
    return peek();
  }

  /// Steps over white space and then over `c`, if it is there.
  private boolean accept(char c) {
    boolean accepted = next() == c;
    at += accepted ? 1 : 0;
    return accepted;
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private JsonException expected(String what) {
    return new JsonException("expected %s, found %s".formatted(what, found(peek())));
  }

  private static String found(int c) {
    if (c == END) {
      return "the end of the text";
    }
    return c > 0x20 && c < 0x7f ? "\"%c\"".formatted(c) : "U+%04X".formatted(c);
  }
}
