package io.cleave.plan;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitTest {
  private static final IntegerInput UNKNOWN = IntegerInput.unknown(I64, PartialShape.of());

  private static String infer(String data, IntegerInput axis, long parts) {
    return Split.infer(PartialShape.parse(data), F32, axis, parts).toString();
  }

  private static void refuses(String data, IntegerInput axis, long parts, String message) {
    PartialShape shape = PartialShape.parse(data);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Split.infer(shape, F32, axis, parts))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Split.plan(shape.toShape(), F32, axis, parts))
        .withMessage(message);
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
    assertThat(Split.plan(Shape.of(4, 6), F32, IntegerInput.scalar(type, 1), 3))
        .isEqualTo(SplitPlan.byLengths(Shape.of(4, 6), F32, 1, 2, 2, 2));
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
    assertThat(Split.infer(PartialShape.parse(extent), F32, IntegerInput.scalar(I64, 0), parts))
        .isEqualTo(Collections.nCopies((int) parts, PartialShape.parse(each)));
  }

  @Test
  void noIntervalIsDividedThroughARoundedReciprocal() {
    var axis = IntegerInput.scalar(I64, 0);
    for (long parts = 1; parts <= 128; parts++) {
      for (long extent = parts; extent <= 4096; extent += parts) {
        var interval = PartialShape.of(new Dimension(extent, extent + parts));
        var each = PartialShape.of(new Dimension(extent / parts, extent / parts + 1));
        assertThat(Split.infer(interval, F32, axis, parts).getLast()).isEqualTo(each);
      }
    }
  }

  @Test
  void ofAnUnknownAxisOrRankOnlyTheRankIsLeft() {
    assertThat(infer("4,7", UNKNOWN, 2)).isEqualTo("[[?, ?], [?, ?]]");
    assertThat(infer("...", IntegerInput.scalar(I64, 5), 2)).isEqualTo("[..., ...]");
    var anyRank = IntegerInput.unknown(I64, PartialShape.UNKNOWN_RANK);
    assertThat(infer("4,7", anyRank, 1)).isEqualTo("[[?, ?]]");
  }

  @Test
  void anAxisThatIsNoMultipleIsRefusedAndTheWayOutIsNamed() {
    refuses(
        "4,6",
        IntegerInput.scalar(I64, 1),
        4,
        "4 equal parts must divide 6, the extent of axis 1 of shape [4, 6]; split by lengths, or"
            + " into nearly equal parts, instead");
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
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void aNumberOfPartsBelow1IsRefused(long parts) {
    String message = "the number of parts must be 1 or more, not " + parts;
    refuses("6", IntegerInput.scalar(I64, 0), parts, message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> infer("...", UNKNOWN, parts))
        .withMessage(message);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = "[1]|0\n[2]|0,1\n[1, 1]|0\n[0]|''")
  void onlyAScalarIsAnAxis(String shape, String values) {
    var axis =
        IntegerInput.of(I64, Shape.parse(shape), VariadicSplitTest.lengths(I64, values).values());
    refuses(
        "6",
        axis,
        2,
        "axis must be a scalar; its shape is " + shape + " (only VariadicSplit takes [1])");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, -2, Long.MAX_VALUE, Long.MIN_VALUE})
  void anAxisThatTheDataDoesNotHaveIsRefused(long axis) {
    refuses(
        "6",
        IntegerInput.scalar(I64, axis),
        2,
        "axis " + axis + " must lie in -1..0 for shape [6]");
  }

  @Test
  void aScalarIsRefusedEvenWhenTheAxisIsUnknown() {
    String message =
        "a scalar has no axis to split; give data of rank 1 or more, such as shape [1]";
    refuses("[]", IntegerInput.scalar(I64, 0), 1, message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> infer("[]", UNKNOWN, 1))
        .withMessage(message);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"I4", "I8", "I16", "I32", "I64", "U4", "U8", "U16", "U32", "U64"})
  void anAxisOfAnotherTypeIsRefused(ElementType type) {
    refuses(
        "6",
        IntegerInput.scalar(type, 0),
        2,
        "axis must be of an integer type; "
            + type
            + " is not one of i4 i8 i16 i32 i64 u4 u8 u16 u32 u64");
  }

  @Test
  void aSizeBeyondTheLimitIsRefusedEvenWhenTheAxisIsUnknown() {
    String data = "4611686018427387904,4";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> infer(data, IntegerInput.scalar(I64, 0), 2))
        .withMessageContaining("split a smaller tensor");
    assertThatIllegalArgumentException().isThrownBy(() -> infer(data, UNKNOWN, 2));
  }

  @Test
  void aPlanNeedsAKnownAxisAndSaysSo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Split.plan(Shape.of(6), F32, UNKNOWN, 2))
        .withMessageContaining("axis");
  }
}
