package io.cleave.file.npy;

import io.cleave.file.tensor.BadFileException;
import io.cleave.text.OneLine;

/// Walks over the text of a `.npy` header once and cuts it into brackets, strings, words and
/// numbers, for [NpyDictionary], which says how they may follow each other. Every refusal names the
/// character, counted from 1.
final class HeaderScanner {
  private static final int END = -1;

  private final String text;
  private int at;

  HeaderScanner(String text) {
    this.text = text;
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

  void require(char c) {
    if (!accept(c)) {
      throw expected("'%c'".formatted(c));
    }
  }

  void requireEnd() {
    if (next() != END) {
      throw expected("nothing after the dictionary");
    }
  }

  /// Whether a string comes next.
  boolean atString() {
    return next() == '\'' || next() == '"';
  }

  /// A string in single or double quotes. Escapes are refused: NumPy writes none here.
  String string() {
    if (!atString()) {
      throw expected("a string");
    }
    int start = at + 1;
    int end = text.indexOf(text.charAt(at), start);
    if (end < 0) {
      throw fail("the string that begins here has no closing quote");
    }
    String string = text.substring(start, end);
    if (string.indexOf('\\') >= 0) {
      throw fail("the string that begins here has a backslash, which no header needs");
    }
    at = end + 1;
    return string;
  }

  /// The letters from here on, perhaps none.
  String word() {
    next();
    int start = at;
    while (at < text.length() && isLetter(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  /// A whole number, with the `L` that Python 2 appends to long ones.
  long number() {
    next();
    int start = at;
    at += peek() == '-' ? 1 : 0;
    int digits = at;
    while (isDigit(peek())) {
      at++;
    }
    if (at == digits) {
      throw expected("a whole number");
    }
    if (text.charAt(digits) == '0' && at > digits + 1) {
      throw fail("a number does not begin with 0");
    }
    long number = parse(text.substring(start, at));
    at += peek() == 'L' ? 1 : 0;
    return number;
  }

  private long parse(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException _) {
      throw fail("the number %s does not fit 64 bits".formatted(OneLine.excerpt(digits)));
    }
  }

  /// What is left, for a message.
  String rest() {
    return OneLine.excerpt(text.substring(at).strip());
  }

  BadFileException expected(String what) {
    return fail("expected %s, found %s".formatted(what, found()));
  }

  BadFileException fail(String problem) {
    return new BadFileException(
        "the header is malformed at character %s: %s; save the data again with numpy.save"
            .formatted(at + 1, problem));
  }

  private String found() {
    int c = peek();
    if (c == END) {
      return "the end";
    }
    return c > ' ' && c < 0x7f ? "'%c'".formatted(c) : "U+%04X".formatted(c);
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  // Not Character.isDigit and isLetter, which know all scripts.
  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
