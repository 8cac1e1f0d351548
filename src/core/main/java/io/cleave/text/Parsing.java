package io.cleave.text;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Reads numbers and names as users write them.
public final class Parsing {
  private static final int QUOTED_CHARS = 60;

  private Parsing() {}

  /// A whole number: ASCII digits, perhaps behind a minus sign, and spaces around them. Empty if
  /// the text is anything else, or the number does not fit 64 bits.
  public static OptionalLong number(String text) {
    String digits = text.strip();
    // Long.parseLong also takes a plus sign and the digits of other scripts.
    try {
      long number = Long.parseLong(digits);
      return digits.matches("[-0-9]+") ? OptionalLong.of(number) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /// An extent.
  ///
  /// @param quoted the text for the message
  /// @param more what may be written besides a number, for the message
  /// @throws IllegalArgumentException if the text is no whole number
  public static long extent(String text, String quoted, String more) {
    return number(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "dimension \"%s\" cannot be read; write a number up to %s%s"
                        .formatted(OneLine.of(quoted, QUOTED_CHARS), Long.MAX_VALUE, more)));
  }

  /// The items of a list such as `1, 2` or `[1, 2]`, with the spaces around them; none of an empty
  /// text or `[]`.
  public static List<String> items(String text) {
    String list = text.strip();
    if (list.startsWith("[") && list.endsWith("]")) {
      list = list.substring(1, list.length() - 1);
    }
    return list.isBlank() ? List.of() : List.of(list.split(",", -1));
  }

  /// The value that prints itself as this name.
  ///
  /// @param what the values are, for the message: `route`
  /// @throws IllegalArgumentException if there is none; the message lists all
  public static <E> E named(String what, E[] values, String name) {
    for (E value : values) {
      if (value.toString().equals(name)) {
        return value;
      }
    }
    throw unknown(what, values, name);
  }

  /// An exception that quotes a name and lists the values that are known.
  public static IllegalArgumentException unknown(String what, Object[] values, String name) {
    return new IllegalArgumentException(
        "%s \"%s\" is not known; use one of %s"
            .formatted(
                what,
                OneLine.of(name, QUOTED_CHARS),
                Arrays.stream(values).map(Object::toString).collect(Collectors.joining(" "))));
  }
}
