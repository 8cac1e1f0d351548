package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.openvino.runtime.Response;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Compares responses that are made up, right and wrong.
class ComparisonTest {
  private static final Response REFUSED = new Response.Refused("no");
  private static final Response ENDED = new Response.Ended("exit status 134");

  /// Lengths, which hold a comma or -1, or a count, on axis 0; OpenVINO's shapes; and the
  /// difference, nothing where the answers are the same, or `no` where none is listed.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6      | 2      | 3;3         |
          6      | 4      | refused     |
          6      | 4,2    | 4;2         |
          6      | 4,3    | refused     |
          6      | 2      | 3;2         | no
          6      | 2      | refused     | no
          6      | 4      | 1;1;2;2     | no
          6      | 4,2    | refused     | no
          6      | 4,3    | 4;3         | no
          6      | 4,-1   | refused     | no
          6      | 4,-1   | 4;1         | no
          6      | -1,-1  | ?;?         | no
          6      | 4,3,-1 | 4;3;?       | negative-rest
          2..6   | 4,-1   | 4;?         |
          2..6   | 4,-1   | refused     | no
          2..6   | 1,     | 1           | outside-interval
          2..6   | 7,-1   | 7;?         | outside-interval
          ...    | 4,-3   | ...;...     | unchecked-lengths
          3      | 9223372036854775807,9223372036854775807,5 | 1;1;5 | wrapped-sum
          []     | 1,     | []          | scalar-data
          4611686018427387904,4 | 4611686018427387904, | 1 | too-large
          9223372036854775807,0 | 1 | ?,0 | largest-extent
          40..80 | 2      | 19..40;19..40 | no
          41..82 | 41     | 0..1        | float-division
          """)
  void shapesAreTheSameOrListed(String data, String cut, String theirs, String difference) {
    SplitOperation operation = operation(data, cut);
    Response response =
        theirs.equals("refused")
            ? REFUSED
            : new Response.Accepted(List.of(theirs.split(";")), List.of(), "");
    if ("no".equals(difference)) {
      assertUnlisted(() -> OpenVinoComparison.ofShapes(operation, response));
    } else {
      assertThat(OpenVinoComparison.ofShapes(operation, response).map(Difference::toString))
          .isEqualTo(Optional.ofNullable(difference));
    }
    assertUnlisted(() -> OpenVinoComparison.ofShapes(operation, ENDED));
  }

  private static SplitOperation operation(String data, String cut) {
    PartialShape shape = PartialShape.parse(data);
    IntegerInput axis = IntegerInput.scalar(ElementType.I64, 0);
    long[] numbers = Stream.of(cut.split(",")).mapToLong(Long::parseLong).toArray();
    return cut.contains(",")
        ? SplitOperation.variadicSplit(
            shape, ElementType.F32, axis, IntegerInput.vector(ElementType.I64, numbers))
        : SplitOperation.split(shape, ElementType.F32, axis, numbers[0]);
  }

  private static void assertUnlisted(ThrowingCallable comparison) {
    assertThatExceptionOfType(AssertionError.class).isThrownBy(comparison);
  }

  private static SplitPlan plan(ElementType type, int bytes) {
    return SplitPlan.of(Layout.of(type, bytes * 8L / type.bits()), 0, Cut.intoEqualParts(1));
  }

  private static Response parts(String... parts) {
    List<byte[]> bytes = Stream.of(parts).map(HexFormat.of()::parseHex).toList();
    return new Response.Accepted(List.of(), bytes, "");
  }

  @ParameterizedTest
  @CsvSource({
    "U8,      0700, 0700,",
    "BOOLEAN, 0700, 0100, boolean-values",
    "U8,      0700, 0100, no",
    "BOOLEAN, 0700, 0101, no"
  })
  void bytesAreTheSameOrListed(ElementType type, String ours, String theirs, String difference) {
    SplitPlan plan = plan(type, 2);
    List<byte[]> made = List.of(HexFormat.of().parseHex(ours));
    if ("no".equals(difference)) {
      assertUnlisted(() -> OpenVinoComparison.ofBytes(plan, made, parts(theirs)));
    } else {
      assertThat(OpenVinoComparison.ofBytes(plan, made, parts(theirs)).map(Difference::toString))
          .isEqualTo(Optional.ofNullable(difference));
    }
  }

  @Test
  void partsThatAreMissingAreReported() {
    Response failed = new Response.Accepted(List.of(), List.of(), "no");
    for (Response response : List.of(parts(), REFUSED, ENDED, failed)) {
      assertUnlisted(
          () ->
              OpenVinoComparison.ofBytes(plan(ElementType.U8, 1), List.of(new byte[1]), response));
      assertUnlisted(() -> OpenVinoComparison.ofPacked(plan(ElementType.U4, 1), response));
    }
  }

  @Test
  void packedPartsHoldTheSameElements() {
    SplitPlan four = plan(ElementType.U4, 1);
    assertThat(OpenVinoComparison.ofPacked(four, parts("01", "01"))).isEmpty();
    assertUnlisted(() -> OpenVinoComparison.ofPacked(four, parts("01", "02")));
    assertThat(OpenVinoComparison.ofPacked(plan(ElementType.U3, 3), parts("01", "01")))
        .contains(Difference.PACKED_LAYOUT);
  }

  @Test
  void thePageHasAHeadingForEachDifference() throws IOException {
    Path page = Path.of(System.getProperty("cleave.basedir"), "src/site/markdown/openvino.md");
    assertThat(
            Pattern.compile("(?m)^#+ `([a-z-]+)`$")
                .matcher(Files.readString(page))
                .results()
                .map(heading -> heading.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Difference.values()).map(Difference::toString).toList());
  }
}
