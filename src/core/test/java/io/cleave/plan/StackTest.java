package io.cleave.plan;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Stacked and joined plans: their one part. Where its elements stand is in [GeometryTest].
class StackTest {
  private static final SplitPlan PIXELS =
      SplitPlan.of(Layout.of(U8, 2, 4, 5, 3), -1, Cut.byLengths(1, 1, 1));

  private static SplitPlan columns(ElementType type, long... lengths) {
    return SplitPlan.of(Layout.of(type, 6, 12), 1, Cut.byLengths(lengths));
  }

  private static Shape shape(SplitPlan plan) {
    assertThat(plan.parts()).hasSize(1);
    return plan.part(0).shape();
  }

  @Test
  void pixelsBecomePlanes() {
    SplitPlan plan = PIXELS.converted(Conversion.to(F16)).stacked(1);
    assertThat(shape(plan)).isEqualTo(Shape.of(2, 3, 4, 5));
    assertThat(plan.part(0).type()).isEqualTo(F16);
    assertThat(plan.part(0).bytes()).isEqualTo(240);
    assertThat(plan.part(0).arrayLength()).isEqualTo(120);
    assertThat(plan.part(0)).hasToString("part 0 [2, 3, 4, 5]: 3 slices, 240 bytes of f16");
    assertThat(shape(PIXELS.stacked(-4))).isEqualTo(Shape.of(3, 2, 4, 5));
    assertThat(shape(PIXELS.stacked(-1))).isEqualTo(Shape.of(2, 4, 5, 3));
  }

  @Test
  void slicesAreThePartsInTheirOrder() {
    SplitPlan plan = PIXELS.only(2, 0).stacked(1);
    assertThat(shape(plan)).isEqualTo(Shape.of(2, 2, 4, 5));
    assertThat(plan.positions()).containsExactly(2, 0);
    assertThat(plan.geometry().begin(1)).isZero();
    assertThat(plan.geometry().begin(0)).isEqualTo(20);
    assertThat(shape(PIXELS.without(1).stacked(0))).isEqualTo(Shape.of(2, 2, 4, 5));
    assertThat(plan.unstacked()).isEqualTo(PIXELS.only(2, 0));
    assertThat(PIXELS.unstacked()).isSameAs(PIXELS);
    assertThat(plan.isStacked()).isTrue();
    assertThat(PIXELS.isStacked()).isFalse();
  }

  @Test
  void longerPartsKeepTheirAxis() {
    SplitPlan plan = columns(U8, 4, 4, 4);
    assertThat(shape(plan.stacked(1))).isEqualTo(Shape.of(6, 3, 4));
    assertThat(shape(plan.stacked(2))).isEqualTo(Shape.of(6, 4, 3));
    assertThat(plan.stacked(2).geometry().run(0)).isEqualTo(1);
  }

  @Test
  void partsAreJoinedAlongAnAxisTheyHave() {
    SplitPlan plan = columns(U8, 4, 2, 6).only(2, 0);
    assertThat(shape(plan.joined(1))).isEqualTo(Shape.of(6, 10));
    assertThat(plan.joined(1).geometry().begin(0)).isEqualTo(6);
    assertThat(shape(columns(U8, 6, 6).joined(0))).isEqualTo(Shape.of(12, 6));
    SplitPlan empty = SplitPlan.of(Layout.of(U8, 0, 12), 1, Cut.byLengths(6, 6));
    assertThat(empty.joined(0).part(0).bytes()).isZero();
    assertThat(empty.joined(0).part(0).isContiguous()).isTrue();
  }

  @Test
  void valuesAreCountedBySlices() {
    Conversion rules = Conversion.to(F32).scaled(new double[] {1, 2, 3}, new double[] {9});
    SplitPlan first = PIXELS.converted(rules).stacked(1);
    assertThat(PIXELS.stacked(1).converted(rules)).isEqualTo(first).hasSameHashCodeAs(first);
    assertThat(first.conversion()).contains(rules);
    assertThat(first.unstacked()).isEqualTo(PIXELS.converted(rules));
  }

  @Test
  void aStackThatChangesNothingIsAView() {
    MemorySegment data = MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6});
    SplitPlan plan = SplitPlan.of(Layout.of(U8, 3, 2), 0, Cut.byLengths(1, 1, 1));
    assertThat(plan.stacked(0).views(data).getFirst().toArray(JAVA_BYTE))
        .containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(plan.only(1, 2).joined(0).views(data).getFirst().toArray(JAVA_BYTE))
        .containsExactly(3, 4, 5, 6);
    assertThat(plan.only(1, 2).joined(0).part(0).offset()).isEqualTo(2);
    assertThat(plan.only(1, 0).stacked(0).part(0).isContiguous()).isFalse();
    assertThat(plan.stacked(1).part(0).isContiguous()).isFalse();
  }

  @Test
  void equalOnesAreEqual() {
    assertThat(PIXELS.stacked(1))
        .isEqualTo(PIXELS.only(0, 1, 2).stacked(1))
        .hasSameHashCodeAs(PIXELS.stacked(-3));
    assertThat(PIXELS.stacked(1))
        .hasToString(
            "u8 [2, 4, 5, 3] along axis 3 into 3 parts: 40 rows of 3 bytes, stacked to u8 [2, 3, 4,"
                + " 5]");
  }

  private static void refuses(Runnable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
  }

  @Test
  void refuses() {
    SplitPlan unlike = columns(U8, 4, 2, 6);
    refuses(
        () -> unlike.stacked(0),
        "parts of equal lengths are stacked along a new axis; part 0 has 4, part 1 has 2");
    refuses(
        () -> unlike.joined(0),
        "parts of equal lengths are joined along another axis than the one they were split along;"
            + " part 0 has 4, part 1 has 2");
    refuses(
        () -> PIXELS.stacked(4), "axis 4 must lie in -4..3 for shape [2, 4, 5] with a new axis");
    refuses(() -> PIXELS.joined(4), "axis 4 must lie in -4..3 for shape [2, 4, 5, 3]");
    refuses(() -> PIXELS.only().stacked(0), "the plan has no parts; there is nothing to stack");
    refuses(
        () -> columns(U4, 6, 6).stacked(0),
        "u4 is not stacked; split it, or convert it to a type of whole bytes before");
    assertThat(columns(U4, 6, 6).converted(Conversion.to(F16)).stacked(0).part(0).bytes())
        .isEqualTo(144);
    refuses(
        () -> columns(STRING, 6, 6).joined(0),
        "string is not joined; split it, or convert it to a type of whole bytes before");
  }

  @Test
  void stackingComesLast() {
    SplitPlan stack = PIXELS.stacked(1);
    refuses(
        () -> stack.only(0),
        "a stacked or joined plan has one part; call only before stacked or joined, which come"
            + " last");
    assertThatIllegalArgumentException().isThrownBy(() -> stack.without(0));
    assertThatIllegalArgumentException().isThrownBy(() -> stack.stacked(0));
    assertThatIllegalArgumentException().isThrownBy(() -> stack.joined(0));
  }

  @Test
  void joinedExtentsFit64Bits() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(U8, Long.MAX_VALUE / 2, 3, 0), 1, Cut.intoEqualParts(3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan.joined(0))
        .withMessageEndingWith("are longer than 9223372036854775807; join fewer");
  }
}
