package io.cleave.plan;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/// Which tensor parts become slices of, and where they stand in it.
class StackedPlanTest {
  private static final SplitPlan PIXELS =
      SplitPlan.byLengths(Shape.of(2, 4, 5, 3), U8, -1, 1, 1, 1);

  @Test
  void pixelsBecomePlanes() {
    StackedPlan plan = PIXELS.converted(Conversion.to(F16)).stacked(1);
    assertThat(plan.shape()).isEqualTo(Shape.of(2, 3, 4, 5));
    assertThat(plan.type()).isEqualTo(F16);
    assertThat(plan.bytes()).isEqualTo(240);
    assertThat(plan.stacking().chunks()).isEqualTo(2);
    assertThat(plan.stacking().stride()).isEqualTo(60);
    assertThat(plan.stacking().length(1)).isEqualTo(20);
    assertThat(plan.stacking().start(2)).isEqualTo(40);
    assertThat(PIXELS.stacked(-4).shape()).isEqualTo(Shape.of(3, 2, 4, 5));
    assertThat(PIXELS.stacked(-1).shape()).isEqualTo(Shape.of(2, 4, 5, 3));
  }

  @Test
  void partsComeInTheOrderAskedFor() {
    StackedPlan plan = PIXELS.stacked(1, 2, 0);
    assertThat(plan.shape()).isEqualTo(Shape.of(2, 2, 4, 5));
    assertThat(plan.stacking().start(2)).isZero();
    assertThat(plan.stacking().start(0)).isEqualTo(20);
    assertThat(plan.slices().part(1).isWanted()).isFalse();
    assertThat(PIXELS.without(1).stacked(0).shape()).isEqualTo(Shape.of(2, 2, 4, 5));
  }

  @Test
  void longerPartsKeepTheirAxis() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(6, 12), U8, 1, 4, 4, 4);
    assertThat(plan.stacked(1).shape()).isEqualTo(Shape.of(6, 3, 4));
    assertThat(plan.stacked(2).shape()).isEqualTo(Shape.of(6, 4, 3));
    assertThat(plan.stacked(2).stacking().chunks()).isEqualTo(24);
  }

  @Test
  void partsAreJoinedAlongAnAxisTheyHave() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(6, 12), U8, 1, 4, 2, 6);
    assertThat(StackedPlan.joined(plan, 1, 2, 0).shape()).isEqualTo(Shape.of(6, 10));
    assertThat(StackedPlan.joined(plan, 1, 2, 0).stacking().start(0)).isEqualTo(6);
    SplitPlan alike = SplitPlan.byLengths(Shape.of(6, 12), U8, 1, 6, 6);
    assertThat(StackedPlan.joined(alike, 0).shape()).isEqualTo(Shape.of(12, 6));
    SplitPlan empty = SplitPlan.byLengths(Shape.of(0, 12), U8, 1, 6, 6);
    assertThat(StackedPlan.joined(empty, 0).bytes()).isZero();
  }

  @Test
  void equalOnesAreEqual() {
    assertThat(PIXELS.stacked(1))
        .isEqualTo(PIXELS.stacked(1, 0, 1, 2))
        .hasSameHashCodeAs(PIXELS.stacked(-3))
        .isNotEqualTo(PIXELS.stacked(1, 1, 0, 2))
        .isNotEqualTo(PIXELS.stacked(0));
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
    SplitPlan unlike = SplitPlan.byLengths(Shape.of(6, 12), U8, 1, 4, 2, 6);
    refuses(
        () -> unlike.stacked(0),
        "parts of equal lengths are stacked along a new axis; part 0 has 4, part 1 has 2");
    refuses(
        () -> StackedPlan.joined(unlike, 0),
        "parts of equal lengths are joined along another axis than the one they were split along;"
            + " part 0 has 4, part 1 has 2");
    refuses(
        () -> PIXELS.stacked(4), "axis 4 must lie in -4..3 for shape [2, 4, 5] with a new axis");
    refuses(() -> PIXELS.stacked(0, 1, 1), "a part is stacked once; [1, 1] names one twice");
    int[] many = new int[1000];
    refuses(
        () -> PIXELS.stacked(0, many),
        "a part is stacked once; [%s... 1000 in all] names one twice".formatted("0, ".repeat(32)));
    refuses(() -> PIXELS.stacked(0, 3), "part 3 does not exist; the plan has 3, counted from 0");
    refuses(() -> PIXELS.only().stacked(0), "no part is wanted; there is nothing to stack");
    SplitPlan packed = SplitPlan.byLengths(Shape.of(4, 4), U4, 1, 2, 2);
    refuses(
        () -> packed.stacked(0),
        "u4 is not stacked; split it, or convert it to a type of whole bytes");
    assertThat(packed.converted(Conversion.to(F16)).stacked(0).bytes()).isEqualTo(32);
    refuses(
        () -> SplitPlan.byLengths(Shape.of(4), STRING, 0, 2, 2).stacked(0),
        "string is not stacked; split it, or convert it to a type of whole bytes");
  }

  @Test
  void aSlabHasTheSamePiecesOfFewerRows() {
    StackedPlan planes = SplitPlan.byLengths(Shape.of(6, 4), U8, 1, 2, 2).stacked(1);
    StackedPlan slab = planes.slab(2);
    assertThat(slab.bytes()).isEqualTo(8);
    assertThat(slab.stacking().chunks() * 3).isEqualTo(planes.stacking().chunks());
    assertThat(slab.stacking().stride()).isEqualTo(planes.stacking().stride());
    assertThat(planes.slab(4).stacking().chunks() * 3).isEqualTo(planes.stacking().chunks() * 2);
    assertThat(planes.slab(6).stacking()).isEqualTo(planes.stacking());
    StackedPlan nothing = SplitPlan.byLengths(Shape.of(0, 4), U8, 1, 2, 2).stacked(1);
    assertThat(nothing.slab(0).bytes()).isZero();
  }
}
