package io.cleave.cli;

import static io.cleave.text.Checks.require;

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
    boolean matches = matcher.matches();
    long number = matches ? Long.parseLong(matcher.group(1)) : 0;
    int shift = matches ? 10 * " KMGT".indexOf(matcher.group(2)) : 0;
    require(
        matches && number <= Long.MAX_VALUE >> shift,
        "\"%s\" is not a number of bytes such as 4096, 64M or 2G",
        text);
    return new ByteCount(number << shift);
  }
}
