package io.cleave.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A number of bytes, written as `4096`, `64M` or `2GiB`.
///
/// @param bytes how many
public record ByteCount(long bytes) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,18})([KMGT]?)(?:I?B)?");

  /// Reads a number of bytes.
  ///
  /// @throws IllegalArgumentException if it is none
  static ByteCount parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip().toUpperCase(Locale.ROOT));
    try {
      if (matcher.matches()) {
        int power = "KMGT".indexOf(matcher.group(2)) + (matcher.group(2).isEmpty() ? 0 : 1);
        return new ByteCount(
            Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * power)));
      }
    } catch (ArithmeticException _) {
      // Refused, too.
    }
    throw new IllegalArgumentException(
        "\"%s\" is not a number of bytes such as 4096, 64M or 2G".formatted(text));
  }
}
