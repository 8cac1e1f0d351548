package io.cleave.conformance;

import io.cleave.json.JsonNumber;
import java.math.BigDecimal;

/// Reads a number that must be whole, however it is written: `1000`, `1e3` and `1000.0` are the
/// same.
final class WholeNumber {
  /// Reading a decimal takes quadratic time; no number of any type needs as many characters.
  private static final int MAX_CHARS = 1000;

  private WholeNumber() {}

  /// The number, which may be too large to be written out: compare it before anything else is done
  /// with it.
  ///
  /// @throws CaseFailure if it is not whole
  static BigDecimal of(JsonNumber number) {
    BigDecimal value = decimal(number);
    if (!isWhole(value)) {
      throw CaseFailure.malformed("expected an integer, found " + Excerpt.of((Object) number));
    }
    return value.signum() == 0 ? BigDecimal.ZERO : value;
  }

  /// Zeros are stripped only where there is a fraction: at the end of the scale there is no room.
  private static boolean isWhole(BigDecimal value) {
    return value.signum() == 0 || value.scale() <= 0 || value.stripTrailingZeros().scale() <= 0;
  }

  /// @throws CaseFailure if the number has more characters than anybody needs
  static void requireReadable(JsonNumber number) {
    if (number.text().length() > MAX_CHARS) {
      throw CaseFailure.malformed(
          "a number of %s characters; write at most %s"
              .formatted(number.text().length(), MAX_CHARS));
    }
  }

  private static BigDecimal decimal(JsonNumber number) {
    requireReadable(number);
    try {
      return new BigDecimal(number.text());
    } catch (NumberFormatException _) {
      throw CaseFailure.malformed("the exponent of %s is too large".formatted(number.text()));
    }
  }
}
