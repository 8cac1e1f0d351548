package io.cleave.operation;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Inference when something is an interval or not known at all.
class VariadicSplitUnknownTest {
  private static final IntegerInput AXIS_1 = IntegerInput.scalar(I64, 1);

  private static String infer(String data, IntegerInput axis, IntegerInput lengths) {
    return SplitOperation.variadicSplit(PartialShape.parse(data), F32, axis, lengths)
        .infer()
        .toString();
  }

  private static IntegerInput unknown(String shape) {
    return IntegerInput.unknown(I64, PartialShape.parse(shape));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4,?      | 2,3     | [[4, 2], [4, 3]]
          4,?      | 2,-1    | [[4, 2], [4, ?]]
          4,?      | -1      | [[4, ?]]
          4,?      | ''      | []
          4,2..6   | 2       | [[4, 2]]
          4,2..6   | 3,3     | [[4, 3], [4, 3]]
          4,2..6   | 6,-1    | [[4, 6], [4, ?]]
          4,2..6   | -1,1    | [[4, ?], [4, 1]]
          4,..6    | 0,0     | [[4, 0], [4, 0]]
          4,..6    | ''      | []
          4,5..    | 5       | [[4, 5]]
          4,5..    | 1,-1    | [[4, 1], [4, ?]]
          4,5..    | 9223372036854775807,-1 | [[4, 9223372036854775807], [4, ?]]
          """)
  void anIntervalTakesLengthsThatFitItAndTheRestIsUnknown(
      String data, String lengths, String shapes) {
    assertThat(infer(data, AXIS_1, VariadicSplitTest.lengths(I64, lengths))).isEqualTo(shapes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2..6 | 10   | must sum to 2..6 | they sum to 10
          2..6 | 1    | must sum to 2..6 | they sum to 1
          2..6 | 3,4  | must sum to 2..6 | they sum to 7
          2..6 | ''   | must sum to 2..6 | they sum to 0
          5..  | 4    | must sum to 5..  | they sum to 4
          2..6 | 7,-1 | must, without the -1, sum to at most 6 | they sum to 7
          """)
  void anIntervalRefusesLengthsThatCannotFitIt(
      String extent, String lengths, String rule, String sum) {
    IntegerInput given = VariadicSplitTest.lengths(I64, lengths);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> infer("4," + extent, AXIS_1, given))
        .withMessageContaining(rule)
        .withMessageContaining(sum);
  }

  @Test
  void ofAnUnknownAxisOnlyTheRankIsLeft() {
    assertThat(infer("4,6,8", unknown(""), IntegerInput.vector(I64, 2, 4)))
        .isEqualTo("[[?, ?, ?], [?, ?, ?]]");
    assertThat(infer("4,6,8", unknown("..."), IntegerInput.vector(I64, 2, 4)))
        .isEqualTo("[[?, ?, ?], [?, ?, ?]]");
    assertThat(infer("4,6", unknown("?"), unknown("1"))).isEqualTo("[[?, ?]]");
    assertThat(infer("4,6", unknown("..6"), unknown("1"))).isEqualTo("[[?, ?]]");
  }

  @Test
  void ofDataOfUnknownRankNothingIsLeftButTheCount() {
    assertThat(infer("...", AXIS_1, IntegerInput.vector(I64, 2, 4))).isEqualTo("[..., ...]");
    assertThat(infer("...", unknown("1"), unknown("3"))).isEqualTo("[..., ..., ...]");
  }

  @Test
  void ofUnknownLengthsTheExtentAlongTheAxisIsFullyUnknown() {
    assertThat(infer("4,6,8", AXIS_1, unknown("2"))).isEqualTo("[[4, ?, 8], [4, ?, 8]]");
    assertThat(infer("4,2..6,3..", AXIS_1, unknown("1"))).isEqualTo("[[4, ?, 3..]]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", "2..6", "..."})
  void ofAnUnknownCountNoOutputIsKnown(String shape) {
    assertThat(infer("4,6,8", AXIS_1, unknown(shape))).isEqualTo("[]");
    assertThat(infer("...", unknown(""), unknown(shape))).isEqualTo("[]");
  }

  @ParameterizedTest
  @CsvSource({"'', ?", "[], ...", "1, 2"})
  void aPlanNeedsEveryValueAndSaysSo(String axis, String lengths) {
    var known = IntegerInput.vector(I64, 2, 4);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SplitOperation.variadicSplit(
                        PartialShape.of(Shape.of(4, 6)), F32, unknown(axis), known)
                    .plan())
        .withMessageContaining("axis");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SplitOperation.variadicSplit(
                        PartialShape.of(Shape.of(4, 6)), F32, AXIS_1, unknown(lengths))
                    .plan())
        .withMessageContaining("lengths");
  }
}
