package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.TableTest;
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
import java.util.function.Function;
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
  @TableTest(
      """
      6      | 2      | 3;3         |
      6      | 4      | refused     |
      6      | 4,3    | refused     |
      6      | 2      | 3;2         | no
      6      | 2      | refused     | no
      6      | 4      | 1;1;2;2     | no
      6      | 4,-1   | 4;1         | no
      6      | 4,3,-1 | 4;3;?       | negative-rest
      2..6   | 4,-1   | 4;?         |
      2..6   | 1,     | 1           | outside-interval
      3      | 9223372036854775807,9223372036854775807,5 | 1;1;5 | wrapped-sum
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

  private static Response parts(String... parts) {
    List<byte[]> bytes = Stream.of(parts).map(HexFormat.of()::parseHex).toList();
    return new Response.Accepted(List.of(), bytes, "");
  }

  @ParameterizedTest
  @CsvSource({
    "U8,      0700, 0700,",
    "BOOLEAN, 0700, 0100, boolean-values",
    "U8,      0700, 0100, no",
    "BOOLEAN, 0700, 0101, no",
    "U4,      01,   01,",
    "U4,      01,   02,   no",
    "U3,      010203, 010203, packed-layout"
  })
  void bytesAreTheSameOrListed(ElementType type, String ours, String theirs, String difference) {
    List<byte[]> made = List.of(HexFormat.of().parseHex(ours));
    long elements = made.getFirst().length * 8L / type.bits();
    SplitPlan plan = SplitPlan.of(Layout.of(type, elements), 0, Cut.intoEqualParts(1));
    Function<Response, Optional<Difference>> comparison =
        type.isSubByte()
            ? response -> OpenVinoComparison.ofPacked(plan, response)
            : response -> OpenVinoComparison.ofBytes(plan, made, response);
    Response answer = type.isSubByte() ? parts(ours, theirs) : parts(theirs);
    if ("no".equals(difference)) {
      assertUnlisted(() -> comparison.apply(answer));
    } else {
      assertThat(comparison.apply(answer).map(Difference::toString))
          .isEqualTo(Optional.ofNullable(difference));
    }
    Response failed = new Response.Accepted(List.of(), List.of(), "no");
    for (Response response : List.of(parts(), REFUSED, ENDED, failed)) {
      assertUnlisted(() -> comparison.apply(response));
    }
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
