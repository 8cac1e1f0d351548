package io.cleave.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DimensionTest {
  private static final String MAX = "9223372036854775807";

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          6,      6, 6,                   6
          0,      0, 0,                   0
          ' 6 ',  6, 6,                   6
          007,    7, 7,                   7
          ?,      0, 9223372036854775807, ?
          -1,     0, 9223372036854775807, ?
          ' ? ',  0, 9223372036854775807, ?
          2..6,   2, 6,                   2..6
          2 .. 6, 2, 6,                   2..6
          2..2,   2, 2,                   2
          2..,    2, 9223372036854775807, 2..
          0..,    0, 9223372036854775807, ?
          ..6,    0, 6,                   0..6
          ..0,    0, 0,                   0
          2..9223372036854775807, 2, 9223372036854775807, 2..
          9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807
          """)
  void readsAndPrints(String text, long min, long max, String printed) {
    Dimension dimension = Dimension.parse(text);
    assertThat(dimension).isEqualTo(new Dimension(min, max)).hasToString(printed);
    assertThat(Dimension.parse(printed)).isEqualTo(dimension);
    assertThat(dimension.isKnown()).isEqualTo(min == max);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "..",
        "...",
        "2...6",
        "2.6",
        "?..6",
        "2..?",
        "0x10",
        "1e3",
        "--1",
        "+5",
        "9223372036854775808",
        "[6]",
      })
  void refusesAnyOtherText(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dimension.parse(text))
        .withMessage(
            "dimension \"%s\" cannot be read; write a number up to %s, ?, or an interval such as"
                + " 2..6, 2.. or ..6",
            text, MAX);
  }

  @Test
  void aHostileTextIsAbbreviated() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dimension.parse("9".repeat(1_000_000)))
        .withMessageContaining("999...\" cannot be read")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
  }

  @ParameterizedTest
  @CsvSource({"6..2, 6..2", "1..0, 1..0", "-1..6, -1..6", "2..-1, 2..-1", "..-5, 0..-5"})
  void refusesBoundsThatHoldNothing(String text, String bounds) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dimension.parse(text))
        .withMessage("dimension %s must have bounds of 0 or more, the smaller one first", bounds);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, -2, Long.MIN_VALUE})
  void aNegativeExtentIsRefused(long extent) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dimension.of(extent))
        .withMessage("dimension %d must be 0 or more", extent);
    assertThatIllegalArgumentException().isThrownBy(() -> new Dimension(extent, 6));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-2", "-9223372036854775808"})
  void onlyMinus1StandsForUnknown(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dimension.parse(text))
        .withMessage("dimension %s must be 0 or more", text);
  }

  @Test
  void containsBothBounds() {
    Dimension interval = new Dimension(2, 6);
    assertThat(interval.contains(2)).isTrue();
    assertThat(interval.contains(6)).isTrue();
    assertThat(interval.contains(1)).isFalse();
    assertThat(interval.contains(7)).isFalse();
    assertThat(Dimension.UNKNOWN.contains(Long.MAX_VALUE)).isTrue();
    assertThat(Dimension.UNKNOWN.contains(-1)).isFalse();
  }

  /// Controls of 8 bits are replaced like those of ASCII.
  @Test
  void quotesNoControls() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dimension.parse("6\u009b31m\u001b\u0085"))
        .withMessageStartingWith("dimension \"6?31m??\" cannot be read");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dimension.parse("6\u202e7\u2066\u2028\u200b"))
        .withMessageStartingWith("dimension \"6?7???\" cannot be read");
  }
}
