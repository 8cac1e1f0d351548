package io.cleave.operation;

import static io.cleave.Refusal.refuses;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I64;
import static io.cleave.plan.ElementType.U1;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Inference and planning by both operations. In the tables `<2>` is an input of the shape `[2]`
/// with unknown values, `0[2]` one of zeros, and `x3` instead of lengths a Split into 3.
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # Lengths of a known axis.
          6,12,10,24 | 0  | 1,2,3   | [[1, 12, 10, 24], [2, 12, 10, 24], [3, 12, 10, 24]]
          4,6,8      | -2 | 2,-1    | [[4, 2, 8], [4, 4, 8]]
          7          | 0[1] | 3,4,-1 | [[3], [4], [0]]
          7          | 0  | 3,-1,4  | [[3], [0], [4]]
          2,0        | 1  | 0,0     | [[2, 0], [2, 0]]
          2,0        | 1  | -1      | [[2, 0]]
          2,0        | 1  | ''      | []
          0,3        | 1  | 1,2     | [[0, 1], [0, 2]]
          9223372036854775807   | 0 | 9223372036854775807    | [[9223372036854775807]]
          9223372036854775807,0 | 0 | 9223372036854775806,-1 | [[9223372036854775806, 0], [1, 0]]
          4,?,2..6   | 0  | 1,-1    | [[1, ?, 2..6], [3, ?, 2..6]]
          # An interval takes lengths that fit it, and the rest is unknown.
          4,?        | 1  | 2,3     | [[4, 2], [4, 3]]
          4,?        | 1  | 2,-1    | [[4, 2], [4, ?]]
          4,2..6     | 1  | 2       | [[4, 2]]
          4,2..6     | 1  | 3,3     | [[4, 3], [4, 3]]
          4,2..6     | 1  | -1,6    | [[4, ?], [4, 6]]
          4,..6      | 1  | 0,0     | [[4, 0], [4, 0]]
          4,5..      | 1  | 9223372036854775807,-1 | [[4, 9223372036854775807], [4, ?]]
          # Equal parts, also of both ends of an interval.
          6,12,10,24 | 1  | x3      | [[6, 4, 10, 24], [6, 4, 10, 24], [6, 4, 10, 24]]
          4,6        | -1 | x2      | [[4, 3], [4, 3]]
          4,6        | -2 | x1      | [[4, 6]]
          ?,6        | 1  | x2      | [[?, 3], [?, 3]]
          3..6       | 0  | x2      | [[1..3], [1..3]]
          1..4       | 0  | x4      | [[0..1], [0..1], [0..1], [0..1]]
          5..        | 0  | x2      | [[2..], [2..]]
          9223372036854775805..9223372036854775806 | 0 | x2 | \
          [[4611686018427387902..4611686018427387903], [4611686018427387902..4611686018427387903]]
          # Of an unknown axis or rank only the rank is left.
          4,6,8      | <>    | 2,4  | [[?, ?, ?], [?, ?, ?]]
          4,6,8      | <...> | 2,4  | [[?, ?, ?], [?, ?, ?]]
          4,6        | <?>   | <1>  | [[?, ?]]
          4,7        | <>    | x2   | [[?, ?], [?, ?]]
          4,7        | <...> | x1   | [[?, ?]]
          ...        | 1     | 2,4  | [..., ...]
          ...        | <1>   | <3>  | [..., ..., ...]
          ...        | 5     | x2   | [..., ...]
          # Of unknown lengths their count is left, if that.
          4,6,8      | 1  | <2>     | [[4, ?, 8], [4, ?, 8]]
          4,2..6,3.. | 1  | <1>     | [[4, ?, 3..]]
          4,6,8      | 1  | <?>     | []
          4,6,8      | 1  | <2..6>  | []
          ...        | <> | <...>   | []
          """)
  void infersShapes(String data, String axis, String parts, String shapes) {
    SplitOperation operation = operation(data, axis, parts);
    assertThat(operation.infer()).hasToString(shapes);
    if (operation.isKnown()) {
      assertThat(operation.plan().parts())
          .extracting(part -> PartialShape.of(part.shape()))
          .isEqualTo(operation.infer());
    } else {
      refuses(operation::plan, "");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4,6,8 | -2 | 2,3    | must sum to 6, the extent of axis 1   | they sum to 5
          4,6,8 | -2 | 4,3    | must sum to 6, the extent of axis 1   | they sum to 7
          4,6,8 | -2 | 4,3,-1 | must, without the -1, sum to at most 6 | they sum to 7
          4,6,8 | -2 | 8,-2   | length -2 at index 1 must be 0 or more | or -1 once for the rest
          4,6,8 | -2 | -1,7,-1 | -1 at index 0 and at index 2 | only one can be the rest
          4,6,8 | -2 | 9223372036854775807,9223372036854775807,8 | more than | 9223372036854775807
          4,2..6 | 1 | 10     | must sum to 2..6          | they sum to 10
          4,2..6 | 1 | 1      | must sum to 2..6          | they sum to 1
          4,5..  | 1 | 4      | must sum to 5..           | they sum to 4
          4,2..6 | 1 | 7,-1   | must, without the -1, sum to at most 6 | they sum to 7
          4,6   | 2  | -1     | axis 2 must lie in -2..1  | shape [4, 6]
          4,6   | 9223372036854775807  | -1 | must lie in -2..1 | shape [4, 6]
          4,6   | -9223372036854775808 | -1 | must lie in -2..1 | shape [4, 6]
          []    | -1 | -1     | a scalar has no axis      | give data of rank 1 or more
          6     | 0[2]    | -1 | axis must be a scalar or of shape [1] | [2]
          6     | 0[1, 1] | -1 | axis must be a scalar or of shape [1] | [1, 1]
          6     | 0[0]    | -1 | axis must be a scalar or of shape [1] | [0]
          ...   | <?, 1>  | -1 | axis must be a scalar or of shape [1] | its shape is [?, 1]
          ...   | <2..6>  | -1 | axis must be a scalar or of shape [1] | its shape is [2..6]
          6     | 0  | 0[]       | lengths must be a list of rank 1 | []
          6     | 0  | 0[0, 1, 1] | lengths must be a list of rank 1 | [0, 1, 1]
          4,6   | 1  | x4 | 4 equal parts must divide 6, the extent of axis 1 | nearly equal parts
          4,1..3 | 1 | x4 | 4 equal parts cannot come from 1..3, the extent of axis 1 of shape \
          [4, 1..3] | ask for at most 3
          6     | 0  | x0 | the number of parts must be 1 or more | not 0
          ...   | <> | x0 | the number of parts must be 1 or more | not 0
          6     | 0  | x-9223372036854775808 | 1 or more | not -9223372036854775808
          6     | -2 | x2 | axis -2 must lie in -1..0 | shape [6]
          []    | 0  | x1 | a scalar has no axis      | give data of rank 1 or more
          []    | <> | x1 | a scalar has no axis      | give data of rank 1 or more
          6     | 0[1]    | x2 | axis must be a scalar; its shape is [1] | only VariadicSplit
          6     | 0[1, 1] | x2 | axis must be a scalar; its shape is [1, 1] | only VariadicSplit
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

  @ParameterizedTest
  @EnumSource
  void axisAndLengthsAreOfAnyIntegerTypes(ElementType type) {
    PartialShape data = PartialShape.of(4, 6);
    IntegerInput axis = IntegerInput.scalar(type, 1);
    IntegerInput lengths = IntegerInput.vector(type, 1, 3, 2);
    if (type.holdsIndices()) {
      for (ElementType other : new ElementType[] {ElementType.I4, I64, ElementType.U64}) {
        IntegerInput along = IntegerInput.scalar(other, 1);
        SplitOperation operation = SplitOperation.variadicSplit(data, F32, along, lengths);
        assertThat(operation.infer()).hasToString("[[4, 1], [4, 3], [4, 2]]");
        assertThat(operation.plan())
            .isEqualTo(SplitPlan.of(Layout.of(F32, 4, 6), 1, Cut.byLengths(1, 3, 2)));
      }
      assertThat(SplitOperation.split(data, F32, axis, 2).plan().lengths()).containsExactly(3, 3);
    } else {
      String known = type + " is not one of i4 i8 i16 i32 i64 u4 u8 u16 u32 u64";
      String rule = "axis must be of an integer type; " + known;
      IntegerInput first = IntegerInput.scalar(I64, 0);
      for (SplitOperation operation :
          List.of(
              SplitOperation.split(data, F32, axis, 2),
              SplitOperation.variadicSplit(data, F32, axis, IntegerInput.vector(I64, -1)),
              SplitOperation.variadicSplit(data, F32, first, lengths))) {
        String words = operation.axis().equals(first) ? "lengths must be" : rule;
        refuses(operation::infer, words, known);
        refuses(operation::plan, words, known);
      }
      IntegerInput unknown = IntegerInput.unknown(type, PartialShape.unknownRank());
      refuses(SplitOperation.variadicSplit(data, F32, first, unknown)::infer, known);
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

  @Test
  void noIntervalIsDividedThroughARoundedReciprocal() {
    for (long parts = 1; parts <= 128; parts++) {
      for (long extent = parts; extent <= 4096; extent += parts) {
        String interval = "%s..%s".formatted(extent, extent + parts);
        long least = extent / parts;
        PartialShape each = PartialShape.of(List.of(new Dimension(least, least + 1)));
        assertThat(operation(interval, "0", "x" + parts).infer())
            .isEqualTo(Collections.nCopies((int) parts, each));
      }
    }
  }
}
