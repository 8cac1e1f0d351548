package io.cleave.json;

import java.util.HexFormat;

/// Walks over a text once and cuts it into brackets, strings and words, for [JsonReader], which
/// says how they may follow each other. Every refusal names its line and column.
final class JsonScanner {
  private static final int END = -1;

  private final String text;
  private int at;

  JsonScanner(String text) {
    this.text = text;
  }

  /// The index of the next character.
  int position() {
    return at;
  }

  /// Steps over white space; the character there, which stays next, or -1 at the end.
  int next() {
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    return peek();
  }

  /// Steps over white space and then over `c`, if it is there.
  boolean accept(char c) {
    if (next() != c) {
      return false;
    }
    at++;
    return true;
  }

  void requireEnd() {
    if (next() != END) {
      throw expected("the end of the text after one value");
    }
  }

  /// The letters, digits and signs from here on, perhaps none. A literal or a number is a word, and
  /// so are `NaN` and `0x10`, which a message can then show whole.
  String word() {
    int start = at;
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  /// The characters of the string whose opening quote is next.
  String string() {
    int start = at;
    at++;
    String characters = unescaped(start);
    try {
      JsonString.requireWellFormed(characters);
    } catch (JsonException e) {
      throw fail(start, e);
    }
    return characters;
  }

  JsonException expected(String what) {
    return fail("expected %s, found %s".formatted(what, found(peek())));
  }

  JsonException fail(String problem) {
    return fail(at, problem);
  }

  JsonException fail(int index, String problem) {
    return fail(index, new JsonException(problem));
  }

  JsonException fail(int index, JsonException problem) {
    int line = 1;
    int lineStart = 0;
    for (int i = text.indexOf('\n'); i >= 0 && i < index; i = text.indexOf('\n', i + 1)) {
      line++;
      lineStart = i + 1;
    }
    return JsonException.within(
        "line %s, column %s".formatted(line, index - lineStart + 1), problem);
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private String unescaped(int start) {
    StringBuilder characters = new StringBuilder();
    while (true) {
      int plain = at;
      while (at < text.length() && isPlain(text.charAt(at))) {
        at++;
      }
      characters.append(text, plain, at);
      switch (peek()) {
        case '"' -> {
          at++;
          return characters.toString();
        }
        case '\\' -> characters.append(escape());
        case END -> throw fail(start, "the string that begins here has no closing quote");
        default -> throw fail("a string may hold %s only as an escape".formatted(found(peek())));
      }
    }
  }

  private char escape() {
    int start = at;
    at++;
    int letter = peek();
    at++;
    return switch (letter) {
      case '"', '\\', '/' -> (char) letter;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hex(start);
      default ->
          throw fail(
              start,
              "expected one of \"\\/bfnrtu after a backslash, found %s".formatted(found(letter)));
    };
  }

  private char hex(int start) {
    int end = at + 4;
    while (at < end) {
      // HexFormat knows ASCII alone; Character.digit would take the digits of any script.
      if (!HexFormat.isHexDigit(peek())) {
        throw fail(
            start, "expected four hexadecimal digits after \\u, found %s".formatted(found(peek())));
      }
      at++;
    }
    return (char) HexFormat.fromHexDigits(text, end - 4, end);
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  private static boolean isPlain(char c) {
    return c >= 0x20 && c != '"' && c != '\\';
  }

  private static boolean isWordPart(char c) {
    return JsonNumber.isDigit(c)
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '-'
        || c == '+'
        || c == '.'
        || c == '_';
  }

  private static String found(int c) {
    if (c == END) {
      return "the end of the text";
    }
    return c > 0x20 && c < 0x7f ? "\"%c\"".formatted(c) : "U+%04X".formatted(c);
  }
}
