package io.cleave.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.ir.infer.Difference;
import io.cleave.openvino.runtime.Answer;
import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import io.cleave.plan.Operation;
import io.cleave.plan.PartialShape;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Answers that are made up: which of them agree, which differ as listed, and which must be
/// reported.
class ComparisonTest {
  private static final Answer REFUSED = new Answer.Refused("no");

  private static Operation split(String extent, long count) {
    return new Operation.IntoEqualParts(
        PartialShape.parse(extent),
        ElementType.F32,
        IntegerInput.scalar(ElementType.I64, 0),
        count);
  }

  private static Answer inferred(String... shapes) {
    return new Answer.Inferred(List.of(shapes).stream().map(PartialShape::parse).toList());
  }

  private static Verdict shapes(Operation operation, Answer answer) {
    return ShapeComparison.of(operation, answer);
  }

  @Test
  void equalShapesAgree() {
    assertThat(shapes(split("6", 2), inferred("3", "3"))).isEqualTo(new Verdict.Agreed());
    assertThat(shapes(split("6", 4), REFUSED)).isEqualTo(new Verdict.RefusedByBoth());
  }

  @Test
  void whatIsForetoldIsListed() {
    String[] theirs = new String[41];
    Arrays.fill(theirs, "0..1");
    assertThat(shapes(split("41..82", 41), inferred(theirs)))
        .isEqualTo(new Verdict.Differs(Difference.FLOAT_DIVISION));
  }

  @Test
  void whatIsNotForetoldIsReported() {
    assertThat(shapes(split("6", 2), inferred("3", "2"))).isInstanceOf(Verdict.Disagrees.class);
    assertThat(shapes(split("6", 2), REFUSED)).isInstanceOf(Verdict.Disagrees.class);
    assertThat(shapes(split("6", 4), inferred("1", "1", "2", "2")))
        .isInstanceOf(Verdict.Disagrees.class);
    String[] theirs = new String[41];
    Arrays.fill(theirs, "0..2");
    assertThat(shapes(split("41..82", 41), inferred(theirs))).isInstanceOf(Verdict.Disagrees.class);
    assertThat(shapes(split("6", 2), new Answer.Ended("exit status 134")))
        .isInstanceOf(Verdict.Disagrees.class);
  }

  private static DataComparison data(ElementType type, int bytes) {
    Shape shape = Shape.of(bytes * 8L / type.bits());
    return new DataComparison(SplitPlan.intoEqualParts(shape, type, 0, 1), new byte[bytes]);
  }

  private static Verdict bytes(ElementType type, byte[] ours, byte... theirs) {
    Answer answer = new Answer.Delivered(List.of(), List.of(theirs));
    return data(type, ours.length).ofBytes(List.of(ours), answer);
  }

  @Test
  void dataThatComesOutAsForetoldIsListed() {
    byte[] seven = {7, 0};
    assertThat(bytes(ElementType.U8, seven, (byte) 7, (byte) 0)).isEqualTo(new Verdict.Agreed());
    assertThat(bytes(ElementType.BOOLEAN, seven, (byte) 1, (byte) 0))
        .isEqualTo(new Verdict.Differs(Difference.BOOLEAN_VALUES));
    assertThat(bytes(ElementType.U8, seven, (byte) 1, (byte) 0))
        .isInstanceOf(Verdict.Disagrees.class);
    assertThat(bytes(ElementType.BOOLEAN, seven, (byte) 1, (byte) 1))
        .isInstanceOf(Verdict.Disagrees.class);
  }

  @Test
  void packedPartsHoldTheSameElements() {
    byte[] one = {1};
    byte[] two = {2};
    DataComparison four = data(ElementType.U4, 1);
    assertThat(four.ofPacked(new Answer.Delivered(List.of(), List.of(one, one))))
        .isEqualTo(new Verdict.Agreed());
    assertThat(four.ofPacked(new Answer.Delivered(List.of(), List.of(one, two))))
        .isInstanceOf(Verdict.Disagrees.class);
    assertThat(data(ElementType.U3, 3).ofPacked(new Answer.Delivered(List.of(), List.of(one, one))))
        .isEqualTo(new Verdict.Differs(Difference.PACKED_LAYOUT));
  }
}
