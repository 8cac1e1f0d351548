package io.cleave.operation;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitTest {
  private static final IntegerInput UNKNOWN = IntegerInput.unknown(I64, PartialShape.parse("[]"));

  private static String infer(String data, IntegerInput axis, long parts) {
    return SplitOperation.split(PartialShape.parse(data), F32, axis, parts).infer().toString();
  }

  private static void refuses(String data, IntegerInput axis, long parts, String... words) {
    PartialShape shape = PartialShape.parse(data);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitOperation.split(shape, F32, axis, parts).infer())
        .satisfies(e -> assertThat(e).message().contains(words));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitOperation.split(shape, F32, axis, parts).plan())
        .satisfies(e -> assertThat(e).message().contains(words));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6,12,10,24 | 1  | 3 | [[6, 4, 10, 24], [6, 4, 10, 24], [6, 4, 10, 24]]
          4,6        | -1 | 2 | [[4, 3], [4, 3]]
          4,6        | -2 | 1 | [[4, 6]]
          6          | 0  | 6 | [[1], [1], [1], [1], [1], [1]]
          0          | 0  | 3 | [[0], [0], [0]]
          4,0        | 1  | 2 | [[4, 0], [4, 0]]
          ?,6        | 1  | 2 | [[?, 3], [?, 3]]
          """)
  void dividesTheAxis(String data, long axis, long parts, String shapes) {
    assertThat(infer(data, IntegerInput.scalar(I64, axis), parts)).isEqualTo(shapes);
  }

  @ParameterizedTest
  @EnumSource(names = {"I4", "I8", "I16", "I32", "I64", "U4", "U8", "U16", "U32", "U64"})
  void theAxisMayBeOfAnyIntegerType(ElementType type) {
    assertThat(
            SplitOperation.split(
                    PartialShape.of(Shape.of(4, 6)), F32, IntegerInput.scalar(type, 1), 3)
                .plan())
        .isEqualTo(SplitPlan.of(Layout.of(F32, 4, 6), 1, Cut.byLengths(2, 2, 2)));
  }

  @ParameterizedTest
  @CsvSource({
    "3..6, 2, 1..3",
    "1..4, 4, 0..1",
    "2..4, 3, 0..1",
    "4..8, 2, 2..4",
    "10..20, 2, 5..10",
    "5.., 2, 2..",
    "?, 2, ?",
    "41..82, 41, 1..2",
    "9223372036854775805..9223372036854775806, 2, 4611686018427387902..4611686018427387903",
  })
  void dividesBothEndsOfAnInterval(String extent, long parts, String each) {
    assertThat(
            SplitOperation.split(
                    PartialShape.parse(extent), F32, IntegerInput.scalar(I64, 0), parts)
                .infer())
        .isEqualTo(Collections.nCopies((int) parts, PartialShape.parse(each)));
  }

  @Test
  void hasACountAndNoLengths() {
    PartialShape data = PartialShape.of(4, 6);
    IntegerInput axis = IntegerInput.scalar(I64, 1);
    IntegerInput lengths = IntegerInput.vector(I64, 2, 4);
    SplitOperation split = SplitOperation.split(data, F32, axis, 3);
    assertThat(split.count()).hasValue(3);
    assertThat(split.lengths()).isEmpty();
    SplitOperation variadic = SplitOperation.variadicSplit(data, F32, axis, lengths);
    assertThat(variadic.count()).isEmpty();
    assertThat(variadic.lengths()).contains(lengths);
    assertThat(split).isNotEqualTo(variadic);
    assertThat(split).isEqualTo(SplitOperation.split(PartialShape.of(4, 6), F32, axis, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new SplitOperation(data, F32, axis, Optional.of(lengths), OptionalLong.of(3)))
        .withMessage("an operation has either lengths or a count; use variadicSplit or split");
  }

  @Test
  void noIntervalIsDividedThroughARoundedReciprocal() {
    var axis = IntegerInput.scalar(I64, 0);
    for (long parts = 1; parts <= 128; parts++) {
      for (long extent = parts; extent <= 4096; extent += parts) {
        var interval = PartialShape.of(List.of(new Dimension(extent, extent + parts)));
        var each = PartialShape.of(List.of(new Dimension(extent / parts, extent / parts + 1)));
        assertThat(SplitOperation.split(interval, F32, axis, parts).infer().getLast())
            .isEqualTo(each);
      }
    }
  }

  @Test
  void ofAnUnknownAxisOrRankOnlyTheRankIsLeft() {
    assertThat(infer("4,7", UNKNOWN, 2)).isEqualTo("[[?, ?], [?, ?]]");
    assertThat(infer("...", IntegerInput.scalar(I64, 5), 2)).isEqualTo("[..., ...]");
    var anyRank = IntegerInput.unknown(I64, PartialShape.unknownRank());
    assertThat(infer("4,7", anyRank, 1)).isEqualTo("[[?, ?]]");
  }

  @Test
  void anIntervalBelowTheNumberOfPartsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> infer("4,1..3", IntegerInput.scalar(I64, 1), 4))
        .withMessage(
            "4 equal parts cannot come from 1..3, the extent of axis 1 of shape [4, 1..3]; ask"
                + " for at most 3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4,6 | 1  | 4  | 4 equal parts must divide 6, the extent of axis 1 | nearly equal parts
          6   | 0  | 0  | the number of parts must be 1 or more | not 0
          6   | 0  | -9223372036854775808 | 1 or more | not -9223372036854775808
          6   | 1  | 2  | axis 1 must lie in -1..0  | shape [6]
          6   | -2 | 2  | axis -2 must lie in -1..0 | shape [6]
          6   | 9223372036854775807 | 2 | must lie in -1..0 | shape [6]
          []  | 0  | 1  | a scalar has no axis      | give data of rank 1 or more
          """)
  void refusesWhatDoesNotFitTheData(
      String data, long axis, long parts, String numbers, String remedy) {
    refuses(data, IntegerInput.scalar(I64, axis), parts, numbers, remedy);
  }

  @Test
  void refusesCountsAndScalarsAlsoWhereTheAxisIsUnknown() {
    assertThatIllegalArgumentException().isThrownBy(() -> infer("...", UNKNOWN, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> infer("[]", UNKNOWN, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "[2]", "[1, 1]", "[0]"})
  void onlyAScalarIsAnAxis(String text) {
    Shape shape = Shape.parse(text);
    IntegerInput axis = IntegerInput.of(I64, shape, new long[(int) shape.elements()]);
    refuses("6", axis, 2, "axis must be a scalar; its shape is " + text);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"I4", "I8", "I16", "I32", "I64", "U4", "U8", "U16", "U32", "U64"})
  void anAxisOfAnotherTypeIsRefused(ElementType type) {
    refuses("6", IntegerInput.scalar(type, 0), 2, "axis must be of an integer type; " + type);
  }

  @Test
  void aPlanNeedsAKnownAxisAndSaysSo() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> SplitOperation.split(PartialShape.of(Shape.of(6)), F32, UNKNOWN, 2).plan())
        .withMessageContaining("axis");
  }
}
