package io.cleave.json;

import java.math.BigInteger;

/// A JSON number, kept as it was written, so that no digit is lost. Immutable and safe to share.
///
/// Two numbers are equal when their texts are: `1` and `1.0` are not.
///
/// @param text the number in JSON's grammar, for example `-1.5e3`
public record JsonNumber(String text) implements JsonValue {

  // The longest long, -9223372036854775808. A longer text is out of range before it is looked at.
  private static final int LONG_CHARS = 20;

  // BigInteger's parser is slower than linear; u64, the widest integer of any tensor, has 20
  // digits.
  private static final int INTEGER_CHARS = 100;

  /// A number with this text; a text beyond JSON's grammar, such as `01`, `+1`, `.5` or `NaN`, is a
  /// [JsonException].
  public JsonNumber {
    if (!isNumber(text)) {
      throw new JsonException(
          "expected a number such as 7, -1.5 or 2e10, found " + JsonWriter.excerpt(text));
    }
  }

  /// An integer.
  public static JsonNumber of(long value) {
    return new JsonNumber(Long.toString(value));
  }

  /// A finite number, in the shortest text that gives the same `double` back; JSON cannot write NaN
  /// and the infinities, so they are a [JsonException].
  public static JsonNumber of(double value) {
    if (!Double.isFinite(value)) {
      throw new JsonException("JSON holds finite numbers alone, not " + value + "; write null");
    }
    return new JsonNumber(Double.toString(value));
  }

  /// This number as a `long`, exactly, or a [JsonException]. An integer is written as one: `4.0`
  /// and `1e3` are refused, as the reference reader of safetensors does, because a dimension or an
  /// offset in floating point is a mistake of its writer. So `1e999999999` costs nothing.
  @Override
  public long asLong() {
    requireInteger();
    if (text.length() <= LONG_CHARS) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException _) {
        // Twenty characters hold more than a long does; say so below.
      }
    }
    throw new JsonException(
        "expected an integer from %s to %s, found %s"
            .formatted(Long.MIN_VALUE, Long.MAX_VALUE, excerpt()));
  }

  /// This number as an integer of up to 100 characters, exactly, or a [JsonException]; as for
  /// [#asLong()], `4.0` and `1e3` are refused.
  @Override
  public BigInteger asInteger() {
    requireInteger();
    if (text.length() > INTEGER_CHARS) {
      throw new JsonException(
          "expected an integer of at most %s characters, found one of %s"
              .formatted(INTEGER_CHARS, text.length()));
    }
    return new BigInteger(text);
  }

  /// This number as it was written.
  @Override
  public String toString() {
    return text;
  }

  /// The text, cut where it is long.
  String excerpt() {
    return JsonWriter.cut(text);
  }

  private void requireInteger() {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' || c == 'e' || c == 'E') {
        throw new JsonException(
            "expected an integer, found %s; write it without fraction and exponent"
                .formatted(excerpt()));
      }
    }
  }

  /// Whether this is one of ten digits; [Character#isDigit(char)] takes those of every script.
  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNumber(String text) {
    int whole = text.startsWith("-") ? 1 : 0;
    int at = digits(text, whole);
    if (at > whole + 1 && text.charAt(whole) == '0') {
      return false;
    }
    boolean complete = at > whole;
    if (isAt(text, at, '.')) {
      int fraction = at + 1;
      at = digits(text, fraction);
      complete &= at > fraction;
    }
    if (isAt(text, at, 'e') || isAt(text, at, 'E')) {
      int exponent = isAt(text, at + 1, '+') || isAt(text, at + 1, '-') ? at + 2 : at + 1;
      at = digits(text, exponent);
      complete &= at > exponent;
    }
    return complete && at == text.length();
  }

  /// Where the digits that begin at `from` end.
  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isAt(String text, int index, char c) {
    return index < text.length() && text.charAt(index) == c;
  }
}
