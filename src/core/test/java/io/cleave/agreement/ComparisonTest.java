package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.openvino.runtime.Response;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Compares responses that are made up, right and wrong.
class ComparisonTest {
  private static final Response REFUSED = new Response.Refused("no");

  private static SplitOperation split(String extent, long count) {
    return SplitOperation.split(
        PartialShape.parse(extent),
        ElementType.F32,
        IntegerInput.scalar(ElementType.I64, 0),
        count);
  }

  private static Response inferred(String... shapes) {
    return new Response.Accepted(List.of(shapes), List.of(), "");
  }

  private static Result shapes(SplitOperation operation, Response response) {
    return ShapeComparison.of(operation, response);
  }

  @Test
  void equalShapesAgree() {
    assertThat(shapes(split("6", 2), inferred("3", "3"))).isEqualTo(new Result.Same());
    assertThat(shapes(split("6", 4), REFUSED)).isEqualTo(new Result.BothRefuse());
  }

  @Test
  void whatIsForetoldIsListed() {
    String[] theirs = new String[41];
    Arrays.fill(theirs, "0..1");
    assertThat(shapes(split("41..82", 41), inferred(theirs)))
        .isEqualTo(new Result.Listed(Difference.FLOAT_DIVISION));
  }

  @Test
  void whatIsNotForetoldIsReported() {
    assertThat(shapes(split("6", 2), inferred("3", "2"))).isInstanceOf(Result.Unlisted.class);
    assertThat(shapes(split("6", 2), REFUSED)).isInstanceOf(Result.Unlisted.class);
    assertThat(shapes(split("6", 4), inferred("1", "1", "2", "2")))
        .isInstanceOf(Result.Unlisted.class);
    String[] theirs = new String[41];
    Arrays.fill(theirs, "0..2");
    assertThat(shapes(split("41..82", 41), inferred(theirs))).isInstanceOf(Result.Unlisted.class);
    assertThat(shapes(split("6", 2), new Response.Ended("exit status 134")))
        .isInstanceOf(Result.Unlisted.class);
  }

  private static DataComparison data(ElementType type, int bytes) {
    Shape shape = Shape.of(bytes * 8L / type.bits());
    return new DataComparison(
        SplitPlan.of(Layout.of(type, shape), 0, Cut.intoEqualParts(1)), new byte[bytes]);
  }

  private static Response parts(byte[]... parts) {
    return new Response.Accepted(List.of(), List.of(parts), "");
  }

  private static Result bytes(ElementType type, byte[] ours, byte... theirs) {
    return data(type, ours.length).ofBytes(List.of(ours), parts(theirs));
  }

  @Test
  void dataThatComesOutAsForetoldIsListed() {
    byte[] seven = {7, 0};
    assertThat(bytes(ElementType.U8, seven, (byte) 7, (byte) 0)).isEqualTo(new Result.Same());
    assertThat(bytes(ElementType.BOOLEAN, seven, (byte) 1, (byte) 0))
        .isEqualTo(new Result.Listed(Difference.BOOLEAN_VALUES));
    assertThat(bytes(ElementType.U8, seven, (byte) 1, (byte) 0))
        .isInstanceOf(Result.Unlisted.class);
    assertThat(bytes(ElementType.BOOLEAN, seven, (byte) 1, (byte) 1))
        .isInstanceOf(Result.Unlisted.class);
  }

  @Test
  void partsThatAreMissingAreReported() {
    byte[] one = {1};
    for (Response response :
        List.of(
            parts(), inferred("1"), REFUSED, new Response.Accepted(List.of(), List.of(), "no"))) {
      assertThat(data(ElementType.U8, 1).ofBytes(List.of(one), response))
          .isInstanceOf(Result.Unlisted.class);
      assertThat(data(ElementType.U4, 1).ofPacked(response)).isInstanceOf(Result.Unlisted.class);
    }
  }

  @Test
  void packedPartsHoldTheSameElements() {
    byte[] one = {1};
    byte[] two = {2};
    DataComparison four = data(ElementType.U4, 1);
    assertThat(four.ofPacked(parts(one, one))).isEqualTo(new Result.Same());
    assertThat(four.ofPacked(parts(one, two))).isInstanceOf(Result.Unlisted.class);
    assertThat(data(ElementType.U3, 3).ofPacked(parts(one, one)))
        .isEqualTo(new Result.Listed(Difference.PACKED_LAYOUT));
  }
}
