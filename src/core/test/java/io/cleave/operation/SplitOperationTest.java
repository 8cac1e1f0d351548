package io.cleave.operation;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Inference and planning. Hundreds of other operations are conformance cases.
class SplitOperationTest {
  /// Reads `1` as a scalar, `[2, -1]` as a list, and `unknown 2..6` as an input of this shape.
  private static IntegerInput input(ElementType type, String text) {
    if (text.startsWith("unknown")) {
      return IntegerInput.unknown(type, PartialShape.parse(text.substring("unknown".length())));
    }
    long[] values =
        Stream.of(text.replaceAll("[\\[\\] ]", "").split(","))
            .filter(value -> !value.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    return text.startsWith("[")
        ? IntegerInput.vector(type, values)
        : IntegerInput.scalar(type, values[0]);
  }

  /// @param cut lengths, or the count of a Split, such as `into 3`
  private static SplitOperation operation(String data, String axis, String cut) {
    PartialShape shape = PartialShape.parse(data);
    return cut.startsWith("into ")
        ? SplitOperation.split(shape, F32, input(I64, axis), Long.parseLong(cut.substring(5)))
        : SplitOperation.variadicSplit(shape, F32, input(I64, axis), input(I64, cut));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6,12,10,24 | 0    | [1, 2, 3]      | [[1, 12, 10, 24], [2, 12, 10, 24], [3, 12, 10, 24]]
          4,6,8      | -2   | [2, -1]        | [[4, 2, 8], [4, 4, 8]]
          4,6,8      | [-3] | [4]            | [[4, 6, 8]]
          7          | 0    | [3, 4, -1]     | [[3], [4], [0]]
          7          | 0    | [3, -1, 4]     | [[3], [0], [4]]
          7          | 0    | [0, 0, 7, 0]   | [[0], [0], [7], [0]]
          2,0        | 1    | [0, 0]         | [[2, 0], [2, 0]]
          2,0        | 1    | []             | []
          9223372036854775807,0 | 0 | [9223372036854775806, -1] | [[9223372036854775806, 0], [1, 0]]
          4,?,2..6   | 0    | [1, -1]        | [[1, ?, 2..6], [3, ?, 2..6]]
          4,?        | 1    | [2, 3]         | [[4, 2], [4, 3]]
          4,?        | 1    | [2, -1]        | [[4, 2], [4, ?]]
          4,2..6     | 1    | [3, 3]         | [[4, 3], [4, 3]]
          4,2..6     | 1    | [6, -1]        | [[4, 6], [4, ?]]
          4,..6      | 1    | []             | []
          4,5..      | 1    | [5]            | [[4, 5]]
          4,5..      | 1    | [9223372036854775807, -1] | [[4, 9223372036854775807], [4, ?]]
          4,6        | unknown | [2, 4]      | [[?, ?], [?, ?]]
          4,6        | unknown ... | [2, 4]  | [[?, ?], [?, ?]]
          4,6        | unknown ..6 | unknown 1 | [[?, ?]]
          ...        | 1    | [2, 4]         | [..., ...]
          ...        | unknown 1 | unknown 3 | [..., ..., ...]
          4,2..6,3.. | 1    | unknown 2      | [[4, ?, 3..], [4, ?, 3..]]
          4,6        | 1    | unknown ?      | []
          4,6        | 1    | unknown ...    | []
          ...        | unknown | unknown 2..6 | []
          6,12,10,24 | 1    | into 3         | [[6, 4, 10, 24], [6, 4, 10, 24], [6, 4, 10, 24]]
          4,6        | -2   | into 1         | [[4, 6]]
          0          | 0    | into 3         | [[0], [0], [0]]
          ?,6        | 1    | into 2         | [[?, 3], [?, 3]]
          3..6       | 0    | into 2         | [[1..3], [1..3]]
          1..4       | 0    | into 4         | [[0..1], [0..1], [0..1], [0..1]]
          5..        | 0    | into 2         | [[2..], [2..]]
          ?          | 0    | into 1         | [[?]]
          3..9223372036854775806 | 0 | into 2 | [[1..4611686018427387903], [1..4611686018427387903]]
          4,7        | unknown | into 2      | [[?, ?], [?, ?]]
          ...        | 5    | into 2         | [..., ...]
          """)
  void infersWhatIsKnown(String data, String axis, String cut, String shapes) {
    SplitOperation operation = operation(data, axis, cut);
    assertThat(operation.infer()).hasToString(shapes);
    if (operation.isKnown()) {
      assertThat(operation.plan().parts())
          .extracting(part -> PartialShape.of(part.shape()))
          .isEqualTo(operation.infer());
    }
  }

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatIllegalArgumentException()
        .isThrownBy(call)
        .satisfies(e -> assertThat(e).message().contains(words));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4,6,8 | -2 | [2, 3]         | must sum to 6, the extent of axis 1   | they sum to 5
          4,6,8 | -2 | []             | must sum to 6, the extent of axis 1   | they sum to 0
          4,6,8 | -2 | [4, 3, -1]     | must, without the -1, sum to at most 6 | they sum to 7
          4,6,8 | -2 | [8, -2]        | length -2 at index 1 must be 0 or more | or -1 once for the rest
          4,6,8 | -2 | [-1, 7, -1]    | -1 at index 0 and at index 2          | only one can be the rest
          4,6,8 | -2 | [9223372036854775807, 9223372036854775807, 8] | sum to more than | 9223372036854775807
          4,6   | 2  | [-1]           | axis 2 must lie in -2..1              | shape [4, 6]
          4,6   | -3 | [-1]           | axis -3 must lie in -2..1             | shape [4, 6]
          4,6   | -9223372036854775808 | [-1] | must lie in -2..1             | shape [4, 6]
          []    | 0  | [-1]           | a scalar has no axis                  | give data of rank 1 or more
          6     | [0, 0] | [-1]       | axis must be a scalar or of shape [1] | [2]
          6     | [] | [-1]           | axis must be a scalar or of shape [1] | [0]
          6     | 0  | 6              | lengths must be a list of rank 1      | of rank 0
          ...   | unknown [2..6] | [-1] | axis must be a scalar or of shape [1] | [2..6]
          ...   | unknown [?,1]  | [-1] | axis must be a scalar or of shape [1] | [?, 1]
          4,2..6 | 1 | [10]           | must sum to 2..6                      | they sum to 10
          4,2..6 | 1 | [1]            | must sum to 2..6                      | they sum to 1
          4,5..  | 1 | [4]            | must sum to 5..                       | they sum to 4
          4,2..6 | 1 | [7, -1]        | must, without the -1, sum to at most 6 | they sum to 7
          4,6   | 1  | into 4         | 4 equal parts must divide 6, the extent of axis 1 | nearly equal parts
          6     | 0  | into 0         | the number of parts must be 1 or more | not 0
          6     | -2 | into 2         | axis -2 must lie in -1..0             | shape [6]
          []    | 0  | into 1         | a scalar has no axis                  | give data of rank 1 or more
          []    | unknown | into 1    | a scalar has no axis                  | give data of rank 1 or more
          ...   | unknown | into -9223372036854775808 | 1 or more             | not -9223372036854775808
          6     | [0] | into 2        | axis must be a scalar; its shape is [1] | only VariadicSplit takes [1]
          4,1..3 | 1 | into 4         | 4 equal parts cannot come from 1..3   | ask for at most 3
          """)
  void refusesWhatCannotBe(String data, String axis, String cut, String rule, String numbers) {
    SplitOperation operation = operation(data, axis, cut);
    assertRefused(operation::infer, rule, numbers);
    if (operation.isKnown()) {
      assertRefused(operation::plan, rule, numbers);
    }
  }

  @ParameterizedTest
  @CsvSource({"unknown, [2], axis", "0, unknown 1, lengths", "unknown, into 1, axis"})
  void aPlanNeedsEveryValueAndSaysSo(String axis, String cut, String missing) {
    SplitOperation operation = operation("2", axis, cut);
    assertThat(operation.infer()).hasSize(1);
    assertRefused(operation::plan, missing + " must be known to plan a split");
  }

  @Test
  void aThousandLengthsMakeOneReadableSentence() {
    SplitOperation operation = operation("6", "0", Arrays.toString(new long[1000]));
    assertRefused(
        operation::infer, "lengths [" + "0, ".repeat(32) + "... 1000 in all] must sum to 6");
  }

  @ParameterizedTest
  @EnumSource
  void axisAndLengthsAreOfIntegerTypes(ElementType type) {
    PartialShape data = PartialShape.of(4, 6);
    IntegerInput axis = IntegerInput.scalar(type, 1);
    IntegerInput lengths = IntegerInput.vector(type, 1, 3, 2);
    SplitOperation one = SplitOperation.variadicSplit(data, F32, axis, input(I64, "[1, -1]"));
    SplitOperation other = SplitOperation.variadicSplit(data, F32, input(I64, "1"), lengths);
    if (type.holdsIndices()) {
      assertThat(one.infer()).hasToString("[[4, 1], [4, 5]]");
      assertThat(other.infer()).hasToString("[[4, 1], [4, 3], [4, 2]]");
      assertThat(SplitOperation.split(data, F32, axis, 3).plan())
          .isEqualTo(SplitPlan.of(Layout.of(F32, 4, 6), 1, Cut.byLengths(2, 2, 2)));
    } else {
      String known = type + " is not one of i4 i8 i16 i32 i64 u4 u8 u16 u32 u64";
      assertRefused(one::infer, "axis must be of an integer type", known);
      assertRefused(other::plan, "lengths must be of an integer type", known);
      IntegerInput unknown = IntegerInput.unknown(type, PartialShape.unknownRank());
      assertRefused(SplitOperation.variadicSplit(data, F32, unknown, lengths)::infer, known);
    }
  }

  @Test
  void hasEitherLengthsOrACount() {
    SplitOperation split = operation("4,6", "1", "into 3");
    assertThat(split.count()).hasValue(3);
    assertThat(split).isEqualTo(operation("4,6", "1", "into 3"));
    assertThat(split).isNotEqualTo(operation("4,6", "1", "[2, 2, 2]"));
    Optional<IntegerInput> lengths = Optional.of(input(I64, "[2, 4]"));
    assertRefused(
        () -> new SplitOperation(split.data(), F32, split.axis(), lengths, OptionalLong.of(3)),
        "an operation has either lengths or a count; use variadicSplit or split");
  }
}
