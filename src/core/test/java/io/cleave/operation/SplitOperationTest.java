package io.cleave.operation;

import static io.cleave.Refusal.refuses;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I64;
import static io.cleave.plan.ElementType.U1;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.TableTest;
import io.cleave.plan.Shape;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Refusals of both operations, with their words; valid splits are in the conformance cases. In the
/// tables `<2>` is an input of the shape `[2]` with unknown values, `0[2]` one of zeros, and `x3`
/// instead of lengths a Split into 3.
class SplitOperationTest {
  private static SplitOperation operation(String data, String axis, String parts) {
    PartialShape shape = PartialShape.parse(data);
    IntegerInput along = input(axis, true);
    return parts.startsWith("x")
        ? SplitOperation.split(shape, U1, along, Long.parseLong(parts.substring(1)))
        : SplitOperation.variadicSplit(shape, U1, along, input(parts, false));
  }

  private static IntegerInput input(String text, boolean isScalar) {
    if (text.startsWith("<")) {
      return IntegerInput.unknown(I64, PartialShape.parse(text.substring(1, text.length() - 1)));
    }
    if (text.endsWith("]")) {
      Shape shape = Shape.parse(text.substring(1));
      return IntegerInput.of(I64, shape, new long[(int) shape.elements()]);
    }
    long[] values =
        Stream.of(text.split(",")).filter(s -> !s.isEmpty()).mapToLong(Long::parseLong).toArray();
    return isScalar ? IntegerInput.scalar(I64, values[0]) : IntegerInput.vector(I64, values);
  }

  @TableTest(
      """
      4,6,8 | -2 | 2,3    | must sum to 6, the extent of axis 1   | they sum to 5
      4,6,8 | -2 | 4,3,-1 | must, without the -1, sum to at most 6 | they sum to 7
      4,6,8 | -2 | 8,-2   | length -2 at index 1 must be 0 or more | or -1 once for the rest
      4,6,8 | -2 | -1,7,-1 | -1 at index 0 and at index 2 | only one can be the rest
      4,6,8 | -2 | 9223372036854775807,9223372036854775807,8 | more than | 9223372036854775807
      4,2..6 | 1 | 10     | must sum to 2..6          | they sum to 10
      4,2..6 | 1 | 7,-1   | must, without the -1, sum to at most 6 | they sum to 7
      4,6   | 2  | -1     | axis 2 must lie in -2..1  | shape [4, 6]
      4,6   | -9223372036854775808 | -1 | must lie in -2..1 | shape [4, 6]
      []    | -1 | -1     | a scalar has no axis      | give data of rank 1 or more
      6     | 0[2]    | -1 | axis must be a scalar or of shape [1] | [2]
      ...   | <?, 1>  | -1 | axis must be a scalar or of shape [1] | its shape is [?, 1]
      6     | 0  | 0[]       | lengths must be a list of rank 1 | []
      4,6   | 1  | x4 | 4 equal parts must divide 6, the extent of axis 1 | nearly equal parts
      4,1..3 | 1 | x4 | 4 equal parts cannot come from 1..3, the extent of axis 1 of shape \
      [4, 1..3] | ask for at most 3
      6     | 0  | x0 | the number of parts must be 1 or more | not 0
      6     | 0  | x-9223372036854775808 | 1 or more | not -9223372036854775808
      6     | -2 | x2 | axis -2 must lie in -1..0 | shape [6]
      []    | 0  | x1 | a scalar has no axis      | give data of rank 1 or more
      4294967296,4294967296 | 0 | -1 | has more than 9223372036854775807 elements | split a smaller
      6     | 0[1]    | x2 | axis must be a scalar; its shape is [1] | only VariadicSplit
      """)
  void refusesInputs(String data, String axis, String parts, String rule, String numbers) {
    SplitOperation operation = operation(data, axis, parts);
    refuses(operation::infer, rule, numbers);
    if (operation.isKnown()) {
      refuses(operation::plan, rule, numbers);
    }
  }

  @ParameterizedTest
  @CsvSource({"4/6,<>,x2,axis", "4/6,<1>,2/4,axis", "4/6,1,<2>,lengths", "4/6,1,<?>,lengths"})
  void aPlanNeedsEveryValueAndSaysSo(String data, String axis, String parts, String what) {
    SplitOperation operation = operation(data.replace('/', ','), axis, parts.replace('/', ','));
    refuses(operation::plan, what + " must be known to plan a split");
  }

  @Test
  void axisAndLengthsAreOfIntegerTypes() {
    String known =
        " must be of an integer type; f32 is not one of i4 i8 i16 i32 i64 u4 u8 u16 u32 u64";
    PartialShape data = PartialShape.of(4, 6);
    IntegerInput oneAsFloat = IntegerInput.scalar(F32, 1);
    IntegerInput floats = IntegerInput.vector(F32, 2, 4);
    IntegerInput axis = IntegerInput.scalar(I64, 1);
    for (SplitOperation wrong :
        List.of(
            SplitOperation.split(data, F32, oneAsFloat, 2),
            SplitOperation.variadicSplit(data, F32, oneAsFloat, floats),
            SplitOperation.variadicSplit(data, F32, axis, floats))) {
      String what = wrong.axis().equals(axis) ? "lengths" : "axis";
      refuses(wrong::infer, what + known);
      refuses(wrong::plan, what + known);
    }
  }

  @Test
  void aThousandLengthsMakeOneReadableSentence() {
    IntegerInput lengths = IntegerInput.vector(I64, new long[1000]);
    IntegerInput axis = IntegerInput.scalar(I64, 0);
    refuses(
        SplitOperation.variadicSplit(PartialShape.of(6), F32, axis, lengths)::infer,
        "lengths [" + "0, ".repeat(32) + "... 1000 in all] must sum to 6");
  }

  @Test
  void hasACountOrLengths() {
    SplitOperation split = operation("4,6", "1", "x3");
    SplitOperation variadic = operation("4,6", "1", "2,4");
    assertThat(split.count()).hasValue(3);
    assertThat(split.lengths()).isEmpty();
    assertThat(variadic.count()).isEmpty();
    assertThat(variadic.lengths()).contains(IntegerInput.vector(I64, 2, 4));
    refuses(
        () ->
            new SplitOperation(split.data(), F32, split.axis(), variadic.lengths(), split.count()),
        "an operation has either lengths or a count; use variadicSplit or split");
    refuses(
        () ->
            new SplitOperation(
                split.data(), F32, split.axis(), Optional.empty(), OptionalLong.empty()),
        "either lengths or a count");
  }
}
