package io.cleave.plan;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I64;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is refused, by inference and by planning alike, and in which words.
class VariadicSplitRefusalTest {
  private static final IntegerInput AXIS_0 = IntegerInput.scalar(I64, 0);
  private static final IntegerInput ALL = IntegerInput.vector(I64, -1);

  private static void refuses(
      String data, IntegerInput axis, IntegerInput lengths, String message) {
    PartialShape shape = PartialShape.parse(data);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariadicSplit.infer(shape, F32, axis, lengths))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariadicSplit.plan(shape.toShape(), F32, axis, lengths))
        .withMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2,3          | lengths [2, 3] must sum to 6, the extent of axis 1 of shape [4, 6, 8]; \
          they sum to 5
          4,3          | lengths [4, 3] must sum to 6, the extent of axis 1 of shape [4, 6, 8]; \
          they sum to 7
          ''           | lengths [] must sum to 6, the extent of axis 1 of shape [4, 6, 8]; \
          they sum to 0
          4,3,-1       | lengths [4, 3, -1] must, without the -1, sum to at most 6, the extent of \
          axis 1 of shape [4, 6, 8]; they sum to 7
          5,-1,3       | lengths [5, -1, 3] must, without the -1, sum to at most 6, the extent of \
          axis 1 of shape [4, 6, 8]; they sum to 8
          8,-2         | length -2 at index 1 must be 0 or more, or -1 once for the rest; \
          the lengths are [8, -2]
          -9223372036854775808,6 | length -9223372036854775808 at index 0 must be 0 or more, \
          or -1 once for the rest; the lengths are [-9223372036854775808, 6]
          -1,7,-1      | lengths [-1, 7, -1] have -1 at index 0 and at index 2; \
          only one can be the rest
          9223372036854775807,9223372036854775807,8 | lengths [9223372036854775807, \
          9223372036854775807, 8] sum to more than 9223372036854775807; no axis is that long
          """)
  void lengthsThatDoNotFitTheAxis(String lengths, String message) {
    refuses(
        "4,6,8", IntegerInput.scalar(I64, -2), VariadicSplitTest.lengths(I64, lengths), message);
  }

  @ParameterizedTest
  @ValueSource(longs = {2, -3, 7, Long.MAX_VALUE, Long.MIN_VALUE})
  void anAxisThatTheDataDoesNotHave(long axis) {
    refuses(
        "4,6",
        IntegerInput.scalar(I64, axis),
        ALL,
        "axis " + axis + " must lie in -2..1 for shape [4, 6]");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1})
  void aScalarWhateverTheAxis(long axis) {
    refuses(
        "[]",
        IntegerInput.scalar(I64, axis),
        ALL,
        "a scalar has no axis to split; give data of rank 1 or more, such as shape [1]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [2]    | 0,0
          [1, 1] | 0
          [0]    | ''
          [3]    | 0,0,0
          """)
  void anAxisThatIsNeitherAScalarNorAListOfOne(String shape, String values) {
    long[] axes = VariadicSplitTest.lengths(I64, values).values();
    refuses(
        "6",
        IntegerInput.of(I64, Shape.parse(shape), axes),
        ALL,
        "axis must be a scalar or of shape [1]; its shape is " + shape);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[2]", "[?, 1]", "[2..6]", "[1, 1]"})
  void anUnknownAxisThatCanOnlyBeOfAnotherShape(String shape) {
    var axis = IntegerInput.unknown(I64, PartialShape.parse(shape));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                VariadicSplit.infer(
                    PartialShape.UNKNOWN_RANK,
                    F32,
                    axis,
                    IntegerInput.unknown(I64, PartialShape.UNKNOWN_RANK)))
        .withMessage("axis must be a scalar or of shape [1]; its shape is %s", shape);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          []        | 6   | 0
          [1, 1]    | 6   | 2
          [2, 1]    | 3,3 | 2
          [0, 1, 1] | ''  | 3
          """)
  void lengthsThatAreNoList(String shape, String values, int rank) {
    long[] lengths = VariadicSplitTest.lengths(I64, values).values();
    refuses(
        "6",
        AXIS_0,
        IntegerInput.of(I64, Shape.parse(shape), lengths),
        "lengths must be a list of rank 1; their shape is " + shape + " of rank " + rank);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"I4", "I8", "I16", "I32", "I64", "U4", "U8", "U16", "U32", "U64"})
  void inputsOfATypeThatHoldsNoIndices(ElementType type) {
    String rule =
        " must be of an integer type; "
            + type
            + " is not one of i4 i8 i16 i32 i64 u4 u8 u16 u32 u64";
    refuses("6", IntegerInput.scalar(type, 0), ALL, "axis" + rule);
    refuses("6", AXIS_0, IntegerInput.vector(type, 6), "lengths" + rule);
    var unknown = IntegerInput.unknown(type, PartialShape.UNKNOWN_RANK);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariadicSplit.infer(PartialShape.UNKNOWN_RANK, F32, AXIS_0, unknown))
        .withMessage("lengths" + rule);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VariadicSplit.infer(PartialShape.UNKNOWN_RANK, F32, unknown, unknown))
        .withMessage("axis" + rule);
  }

  @Test
  void aThousandLengthsMakeOneReadableSentence() {
    refuses(
        "6",
        AXIS_0,
        IntegerInput.vector(I64, new long[1000]),
        "lengths ["
            + "0, ".repeat(32)
            + "... 1000 in all] must sum to 6, the extent of axis 0 of shape [6]; they sum to 0");
  }
}
