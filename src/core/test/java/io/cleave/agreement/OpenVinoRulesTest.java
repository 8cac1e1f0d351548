package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Answers of OpenVINO and right ones, worked out by hand. `OpenVinoIT` asks OpenVINO itself.
class OpenVinoRulesTest {
  /// To multiply them all would take quadratic time.
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void ofManyExtents() {
    long[] extents = new long[400_000];
    Arrays.fill(extents, Long.MAX_VALUE);
    assertThat(new ExactArithmetic().takesData(PartialShape.of(extents), ElementType.U8)).isFalse();
    extents[extents.length - 1] = 0;
    assertThat(new ExactArithmetic().takesData(PartialShape.of(extents), ElementType.U8)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6      | 4,2            | [4] [2]       | [4] [2]     |
          6      | 4,-1           | [4] [2]       | [4] [2]     |
          6      | 4,3            | refused       | refused     |
          6      | -1,-1          | refused       | refused     |
          6      | 4,3,-1         | [4] [3] [?]   | refused     | negative-rest
          6      | 5,3,-1         | [5] [3] [0]   | refused     | negative-rest
          2..6   | 4,1            | [4] [1]       | [4] [1]     |
          2..6   | 4,-1           | [4] [?]       | [4] [?]     |
          2..6   | 10             | [10]          | refused     | outside-interval
          2..6   | 1              | [1]           | refused     | outside-interval
          2..6   | 7,-1           | [7] [?]       | refused     | outside-interval
          3      | 9223372036854775807,9223372036854775807,5 | [9223372036854775807] [9223372036854775807] [5] | refused | wrapped-sum
          """)
  void ofLengths(String extent, String lengths, String theirs, String right, String difference) {
    long[] numbers = List.of(lengths.split(",")).stream().mapToLong(Long::parseLong).toArray();
    SplitOperation operation =
        SplitOperation.variadicSplit(
            PartialShape.parse(extent),
            ElementType.F32,
            IntegerInput.scalar(ElementType.I64, 0),
            IntegerInput.vector(ElementType.I64, numbers));
    assertAnswers(operation, theirs, right, difference);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6      | 3  | [2] [2] [2]     | [2] [2] [2]     |
          6      | 4  | refused         | refused         |
          ?      | 2  | [?] [?]         | [?] [?]         |
          3..6   | 2  | [1..3] [1..3]   | [1..3] [1..3]   |
          5..    | 2  | [2..] [2..]     | [2..] [2..]     |
          0..1   | 2  | refused         | refused         |
          41..47 | 1  | [41..47]        | [41..47]        |
          9223372036854775807,0 | 1 | [?, 0] | [9223372036854775807, 0] | largest-extent
          """)
  void ofEqualParts(String extent, long count, String theirs, String right, String difference) {
    assertAnswers(split(extent, count), theirs, right, difference);
  }

  private static SplitOperation split(String extent, long count) {
    IntegerInput axis = IntegerInput.scalar(ElementType.I64, 0);
    return SplitOperation.split(PartialShape.parse(extent), ElementType.F32, axis, count);
  }

  @Test
  void theReciprocalLosesOne() {
    SplitOperation operation = split("41..82", 41);
    assertThat(OpenVinoRules.infer(operation).orElseThrow().getFirst()).hasToString("[0..1]");
    assertThat(OpenVinoRules.exact(operation).orElseThrow().getFirst()).hasToString("[1..2]");
    assertThat(Difference.ofShapes(operation)).contains(Difference.FLOAT_DIVISION);
  }

  @Test
  void packedNumbersAreReadAsBytes() {
    SplitOperation one = axis(IntegerInput.scalar(ElementType.I4, -1));
    assertThat(OpenVinoRules.isForeseen(one)).isTrue();
    assertThat(OpenVinoRules.infer(one)).isEmpty();
    assertThat(OpenVinoRules.exact(one)).isPresent();
    assertThat(Difference.ofShapes(one)).contains(Difference.PACKED_INDICES);
    assertThat(Difference.ofShapes(axis(IntegerInput.scalar(ElementType.I4, 1)))).isEmpty();
    assertThat(Difference.ofShapes(axis(IntegerInput.scalar(ElementType.NF4, 1))))
        .contains(Difference.INDEX_TYPE);
  }

  private static SplitOperation axis(IntegerInput axis) {
    return SplitOperation.split(PartialShape.parse("4,4"), ElementType.F32, axis, 2);
  }

  @Test
  void aSmallModelMayAskForMany() {
    assertThat(OpenVinoRules.infer(split("?", Long.MAX_VALUE)).orElseThrow())
        .hasSizeLessThan(100_000);
    IntegerInput lengths =
        IntegerInput.unknown(ElementType.I64, PartialShape.parse("9223372036854775807"));
    assertThat(
            OpenVinoRules.exact(
                SplitOperation.variadicSplit(
                    PartialShape.parse("7"),
                    ElementType.F32,
                    IntegerInput.scalar(ElementType.I64, 0),
                    lengths)))
        .isPresent();
  }

  private static void assertAnswers(
      SplitOperation operation, String theirs, String right, String difference) {
    assertThat(text(OpenVinoRules.infer(operation))).isEqualTo(theirs);
    assertThat(text(OpenVinoRules.exact(operation))).isEqualTo(right);
    assertThat(Difference.ofShapes(operation).map(Difference::toString))
        .isEqualTo(Optional.ofNullable(difference));
  }

  private static String text(Optional<List<PartialShape>> shapes) {
    return shapes
        .map(known -> String.join(" ", known.stream().map(PartialShape::toString).toList()))
        .orElse("refused");
  }
}
