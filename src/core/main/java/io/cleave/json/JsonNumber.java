package io.cleave.json;

import io.cleave.text.OneLine;
import java.util.regex.Pattern;

/// A JSON number, kept as it was written, so that no digit is lost. Immutable and safe to share.
///
/// Two numbers are equal when their texts are: `1` and `1.0` are not.
///
/// @param text the number in JSON's grammar, for example `-1.5e3`
public record JsonNumber(String text) {
  private static final Pattern GRAMMAR =
      Pattern.compile("-?(0|[1-9][0-9]*+)([.][0-9]++)?([eE][+-]?[0-9]++)?");

  /// A number with this text; a text beyond JSON's grammar, such as `01`, `+1`, `.5` or `NaN`, is a
  /// [JsonException].
  public JsonNumber {
    if (!GRAMMAR.matcher(text).matches()) {
      throw new JsonException(
          "expected a value such as 7, -1.5 or true, found \"%s\""
              .formatted(OneLine.excerpt(text)));
    }
  }

  /// True if the number is written as an integer: `4.0` and `1e3` are not.
  public boolean isInteger() {
    return text.chars().noneMatch(c -> ".eE".indexOf(c) >= 0);
  }

  /// This number as a `long`, exactly, or a [JsonException]. `4.0` and `1e3` are refused, as the
  /// reference reader of safetensors does, because a dimension or an offset in floating point is a
  /// mistake of its writer. So `1e999999999` costs nothing.
  public long asLong() {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException _) {
      throw new JsonException(
          "expected an integer from %s to %s without fraction and exponent, found %s"
              .formatted(Long.MIN_VALUE, Long.MAX_VALUE, OneLine.excerpt(text)));
    }
  }

  /// This number as it was written.
  @Override
  public String toString() {
    return text;
  }
}
