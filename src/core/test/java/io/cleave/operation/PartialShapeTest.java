package io.cleave.operation;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.TableTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartialShapeTest {

  @TableTest(
      """
      1,?,2..6        | [1, ?, 2..6]
      [1, ?, 2..6]    | [1, ?, 2..6]
      '  [ 1 ,-1 ] '  | [1, ?]
      ..6,2..,?       | [0..6, 2.., ?]
      ...             | ...
      []              | []
      ''              | []
      007, 6          | [7, 6]
      2 .. 6,2..2     | [2..6, 2]
      0..,..6,..0     | [?, 0..6, 0]
      2..9223372036854775807 | [2..]
      9223372036854775807    | [9223372036854775807]
      """)
  void readsAndPrints(String text, String printed) {
    PartialShape shape = PartialShape.parse(text);
    assertThat(shape).hasToString(printed);
    assertThat(PartialShape.parse(printed)).isEqualTo(shape).hasSameHashCodeAs(shape);
  }

  @TableTest(
      """
      1,,2             | ''
      [1,2             | [1
      1,2]             | 2]
      (1,2)            | (1
      1,...            | ...
      ..               | ..
      2...6            | 2...6
      ?..6             | ?..6
      2..?             | 2..?
      0x10             | 0x10
      +5               | +5
      2,9223372036854775808 | 9223372036854775808
      """)
  void refusesAnyOtherTextAndQuotesTheDimension(String text, String quoted) {
    refuses(
        () -> PartialShape.parse(text),
        "dimension \"%s\" cannot be read; write ".formatted(quoted));
  }

  @ParameterizedTest
  @CsvSource({
    "6..2, 6..2 must have bounds of 0 or more",
    "-1..6, -1..6 must have bounds of 0 or more",
    "2..-1, 2..-1 must have bounds of 0 or more",
    "..-5, 0..-5 must have bounds of 0 or more",
    "-2, -2 must be 0 or more",
    "-9223372036854775808, -9223372036854775808 must be 0 or more",
  })
  void refusesExtentsThatHoldNothing(String text, String words) {
    refuses(() -> PartialShape.parse(text), "dimension " + words);
  }

  /// Controls of 8 bits are replaced like those of ASCII.
  @Test
  void quotesNoControls() {
    refuses(() -> PartialShape.parse("6\u009b31m\u001b\u0085"), "\"6?31m??\" cannot be read");
    refuses(() -> PartialShape.parse("6\u202e7\u2066\u2028\u200b"), "\"6?7???\" cannot be read");
  }

  @Test
  void isAValueThatNobodyCanChange() {
    List<Dimension> dimensions = new ArrayList<>(List.of(Dimension.of(1), Dimension.UNKNOWN));
    PartialShape shape = PartialShape.of(dimensions);
    dimensions.clear();
    assertThat(shape).hasToString("[1, ?]").isEqualTo(PartialShape.parse("1,?"));
    assertThat(shape).isNotEqualTo(PartialShape.unknownRank());
    assertThat(PartialShape.unknownRank()).isNotEqualTo(PartialShape.parse("[]"));
    long[] extents = {1, -1};
    PartialShape same = PartialShape.of(extents);
    extents[1] = 2;
    assertThat(same).isEqualTo(shape);
  }

  @Test
  void hasBoundsForEachAxis() {
    PartialShape shape = PartialShape.of(3, -1, 5).bounded(-1, 2, 6).bounded(0, 4, Long.MAX_VALUE);
    assertThat(shape).hasToString("[4.., ?, 2..6]");
    assertThat(shape.rank()).isEqualTo(3);
    assertThat(shape.min(2)).isEqualTo(2);
    assertThat(shape.max(2)).isEqualTo(6);
    assertThat(shape.max(1)).isEqualTo(Long.MAX_VALUE);
    assertThat(shape.isKnown()).isFalse();
    assertThat(shape.bounded(0, 4, 4).bounded(1, 0, 0).bounded(2, 2, 2).isKnown()).isTrue();
    refuses(() -> shape.bounded(3, 1, 2), "axis 3 must lie in -3..2 for shape [4.., ?, 2..6]");
    assertThat(shape.max(-1)).isEqualTo(6);
    refuses(() -> shape.max(-4), "axis -4 must lie in -3..2 for shape [4.., ?, 2..6]");
    refuses(() -> PartialShape.of(3, -2), "-2");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> PartialShape.unknownRank().min(0))
        .withMessage("the rank is not known; ask isRankKnown() first");
  }

  @Test
  void keepsTheRankAlone() {
    assertThat(PartialShape.parse("3,4..5").rankOnly()).isEqualTo(PartialShape.parse("?,?"));
    assertThat(PartialShape.parse("?,?")).isEqualTo(PartialShape.parse("1,2").rankOnly());
    assertThat(PartialShape.unknownRank().rankOnly()).isEqualTo(PartialShape.unknownRank());
  }
}
