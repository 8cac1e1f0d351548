package io.cleave.operation;

import static io.cleave.text.Checks.require;

import io.cleave.text.Parsing;

/// One extent of a [PartialShape]: a number, an interval, or unknown.
///
/// @param min the smallest possible extent
/// @param max the largest possible extent; `Long.MAX_VALUE` beside a smaller `min` means no bound
record Dimension(long min, long max) {
  /// Any extent at all.
  static final Dimension UNKNOWN = new Dimension(0, Long.MAX_VALUE);

  /// Checks the bounds.
  ///
  /// @throws IllegalArgumentException if `min` is negative or larger than `max`
  Dimension {
    if (min < 0 || max < min) {
      throw new IllegalArgumentException(
          "dimension %s..%s must have bounds of 0 or more, the smaller one first"
              .formatted(min, max));
    }
  }

  /// A known extent.
  static Dimension of(long extent) {
    require(extent >= 0, "dimension %s must be 0 or more", extent);
    return new Dimension(extent, extent);
  }

  /// Reads `6`, `?` or `-1` (unknown), `2..6`, `2..` and `..6`.
  ///
  /// @throws IllegalArgumentException if the text is anything else
  static Dimension parse(String text) {
    String stripped = text.strip();
    if (stripped.equals("?") || stripped.equals("-1")) {
      return UNKNOWN;
    }
    int dots = stripped.indexOf("..");
    if (dots < 0) {
      return of(number(stripped, text));
    }
    String min = stripped.substring(0, dots);
    String max = stripped.substring(dots + 2);
    return new Dimension(
        min.isEmpty() && !max.isEmpty() ? 0 : number(min, text),
        max.isEmpty() ? Long.MAX_VALUE : number(max, text));
  }

  private static long number(String number, String text) {
    return Parsing.extent(number, text, ", ?, or an interval such as 2..6, 2.. or ..6");
  }

  /// True if the extent is known.
  boolean isKnown() {
    return min == max;
  }

  /// True if there is no upper bound.
  boolean isUnbounded() {
    return max == Long.MAX_VALUE && !isKnown();
  }

  /// `6`, `?`, `2..6`, `2..` or `0..6`: what [#parse(String)] reads.
  @Override
  public String toString() {
    if (isKnown()) {
      return Long.toString(min);
    }
    if (equals(UNKNOWN)) {
      return "?";
    }
    return isUnbounded() ? min + ".." : min + ".." + max;
  }
}
