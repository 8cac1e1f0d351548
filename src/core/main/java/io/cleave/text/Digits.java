package io.cleave.text;

import java.util.OptionalLong;

/// Reads whole numbers as users write them.
public final class Digits {
  private Digits() {}

  /// The number that a text stands for: ASCII digits, perhaps behind a minus sign, and spaces
  /// around them. Empty if the text is anything else, or the number does not fit 64 bits.
  public static OptionalLong parse(String text) {
    String digits = text.strip();
    // Long.parseLong also takes a plus sign and the digits of other scripts.
    if (!digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
