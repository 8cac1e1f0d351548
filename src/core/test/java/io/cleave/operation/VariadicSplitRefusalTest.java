package io.cleave.operation;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Refusals of inference and planning, with the numbers and the remedy.
class VariadicSplitRefusalTest {
  private static final IntegerInput AXIS_0 = IntegerInput.scalar(I64, 0);
  private static final IntegerInput ALL = IntegerInput.vector(I64, -1);

  private static void refuses(
      String data, IntegerInput axis, IntegerInput lengths, String... words) {
    PartialShape shape = PartialShape.parse(data);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitOperation.variadicSplit(shape, F32, axis, lengths).infer())
        .satisfies(e -> assertThat(e).message().contains(words));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitOperation.variadicSplit(shape, F32, axis, lengths).plan())
        .satisfies(e -> assertThat(e).message().contains(words));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4,6,8 | -2 | 2,3    | must sum to 6, the extent of axis 1   | they sum to 5
          4,6,8 | -2 | 4,3    | must sum to 6, the extent of axis 1   | they sum to 7
          4,6,8 | -2 | ''     | must sum to 6, the extent of axis 1   | they sum to 0
          4,6,8 | -2 | 4,3,-1 | must, without the -1, sum to at most 6 | they sum to 7
          4,6,8 | -2 | 5,-1,3 | must, without the -1, sum to at most 6 | they sum to 8
          4,6,8 | -2 | 8,-2   | length -2 at index 1 must be 0 or more | or -1 once for the rest
          4,6,8 | -2 | -9223372036854775808,6 | length -9223372036854775808 at index 0 | 0 or more
          4,6,8 | -2 | -1,7,-1 | -1 at index 0 and at index 2 | only one can be the rest
          4,6,8 | -2 | 9223372036854775807,9223372036854775807,8 | sum to more than | \
          9223372036854775807
          4,6   | 2  | -1     | axis 2 must lie in -2..1  | shape [4, 6]
          4,6   | -3 | -1     | axis -3 must lie in -2..1 | shape [4, 6]
          4,6   | 9223372036854775807  | -1 | must lie in -2..1 | shape [4, 6]
          4,6   | -9223372036854775808 | -1 | must lie in -2..1 | shape [4, 6]
          []    | 0  | -1     | a scalar has no axis      | give data of rank 1 or more
          []    | -1 | -1     | a scalar has no axis      | give data of rank 1 or more
          """)
  void inputsThatDoNotFitTheData(
      String data, long axis, String lengths, String numbers, String remedy) {
    refuses(
        data,
        IntegerInput.scalar(I64, axis),
        VariadicSplitTest.lengths(I64, lengths),
        numbers,
        remedy);
  }

  private static IntegerInput zeros(String text) {
    Shape shape = Shape.parse(text);
    return IntegerInput.of(I64, shape, new long[(int) shape.elements()]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[2]", "[1, 1]", "[0]", "[3]"})
  void anAxisThatIsNeitherAScalarNorAListOfOne(String shape) {
    refuses("6", zeros(shape), ALL, "axis must be a scalar or of shape [1]", shape);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[2]", "[?, 1]", "[2..6]", "[1, 1]"})
  void anUnknownAxisThatCanOnlyBeOfAnotherShape(String shape) {
    IntegerInput axis = IntegerInput.unknown(I64, PartialShape.parse(shape));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> SplitOperation.variadicSplit(PartialShape.unknownRank(), F32, axis, ALL).infer())
        .withMessage("axis must be a scalar or of shape [1]; its shape is %s", shape);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[1, 1]", "[2, 1]", "[0, 1, 1]"})
  void lengthsThatAreNoList(String shape) {
    refuses("6", AXIS_0, zeros(shape), "lengths must be a list of rank 1", shape);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"I4", "I8", "I16", "I32", "I64", "U4", "U8", "U16", "U32", "U64"})
  void inputsOfATypeThatHoldsNoIndices(ElementType type) {
    String known = " is not one of i4 i8 i16 i32 i64 u4 u8 u16 u32 u64";
    refuses(
        "6", IntegerInput.scalar(type, 0), ALL, "axis must be of an integer type", type + known);
    refuses("6", AXIS_0, IntegerInput.vector(type, 6), "lengths must be", type + known);
    IntegerInput unknown = IntegerInput.unknown(type, PartialShape.unknownRank());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SplitOperation.variadicSplit(PartialShape.unknownRank(), F32, AXIS_0, unknown)
                    .infer());
  }

  @Test
  void aThousandLengthsMakeOneReadableSentence() {
    refuses(
        "6",
        AXIS_0,
        IntegerInput.vector(I64, new long[1000]),
        "lengths [" + "0, ".repeat(32) + "... 1000 in all] must sum to 6");
  }
}
