package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/// Plans of tensors in Fortran order. Where their elements go is in `StackedFilesTest`.
class ReversedPlanTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 2, 3, 4, 5), 1, Cut.byLengths(1, 2))
          .converted(Conversion.to(ElementType.F32).scaled(new double[] {1, 2}, new double[1]));

  @Test
  void allAxesAreCountedFromTheOtherEnd() {
    SplitPlan reversed = PLAN.only(1, 0).reversed();
    assertThat(reversed.data()).isEqualTo(Layout.of(ElementType.U8, 5, 4, 3, 2));
    assertThat(reversed.axis()).isEqualTo(2);
    assertThat(reversed.part(0).shape()).isEqualTo(Shape.of(5, 4, 2, 2));
    assertThat(reversed.conversion()).isEqualTo(PLAN.only(1, 0).conversion());
    assertThat(reversed.reversed()).isEqualTo(PLAN.only(1, 0));
  }

  @Test
  void soAreThoseOfStacks() {
    SplitPlan pixels = SplitPlan.of(PLAN.data(), 1, Cut.intoEqualParts(3));
    for (int axis = 0; axis < 4; axis++) {
      SplitPlan stacked = pixels.stacked(axis);
      assertThat(stacked.reversed().part(0).shape()).isEqualTo(stacked.part(0).shape().reversed());
      assertThat(stacked.reversed().reversed()).isEqualTo(stacked);
      assertThat(stacked.isJoined()).isFalse();
      SplitPlan joined = pixels.joined(axis);
      assertThat(joined.reversed()).isEqualTo(pixels.reversed().joined(3 - axis));
      assertThat(joined.isJoined()).isTrue();
    }
    SplitPlan halves = SplitPlan.of(PLAN.data(), 2, Cut.intoEqualParts(2)).stacked(4);
    assertThat(halves.reversed().part(0).shape()).isEqualTo(Shape.of(2, 5, 2, 3, 2));
  }

  @Test
  void dataWithGapsIsNotReversed() {
    SplitPlan window = SplitPlan.of(PLAN.data().cropped(0, 1, 1), 3, Cut.byLengths(5));
    assertThatIllegalArgumentException()
        .isThrownBy(window::reversed)
        .withMessageStartingWith("u8 [1, 3, 4, 5] from byte 60");
  }

  @Test
  void aWindowAlongTheCutAxisIsReversed() {
    SplitPlan window = SplitPlan.of(PLAN.data().cropped(1, 1, 2), 1, Cut.byLengths(2));
    assertThat(window.reversed().data())
        .isEqualTo(Layout.of(ElementType.U8, 5, 4, 3, 2).cropped(2, 1, 2));
  }
}
