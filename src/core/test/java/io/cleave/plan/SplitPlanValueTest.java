package io.cleave.plan;

import static io.cleave.plan.ElementType.F32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

class SplitPlanValueTest {
  private static final Shape SHAPE = Shape.of(4, 6, 8);
  private static final SplitPlan PLAN = SplitPlan.byLengths(SHAPE, F32, 1, 3, 3);

  @Test
  void equalSplitsAreEqualHoweverTheyAreNamed() {
    List<SplitPlan> same =
        List.of(
            SplitPlan.byLengths(Shape.of(4, 6, 8), F32, -2, 3, -1),
            SplitPlan.intoEqualParts(SHAPE, F32, 1, 2),
            SplitPlan.inChunksOf(SHAPE, F32, 1, 3),
            SplitPlan.atIndices(SHAPE, F32, 1, -3),
            SplitPlan.nearlyEqual(SHAPE, F32, 1, 2));
    assertThat(same).allSatisfy(plan -> assertThat(plan).isEqualTo(PLAN).hasSameHashCodeAs(PLAN));
  }

  @Test
  void tellsWhatItWasMadeOf() {
    assertThat(PLAN.shape()).isEqualTo(SHAPE);
    assertThat(PLAN.type()).isEqualTo(F32);
    assertThat(PLAN.axis()).isEqualTo(1);
    assertThat(PLAN.extent()).isEqualTo(6);
    assertThat(PLAN.lengths()).containsExactly(3, 3);
    assertThat(PLAN.partCount()).isEqualTo(2);
  }

  @Test
  void thePartsAreAListThatCannotBeChanged() {
    assertThat(PLAN.parts()).containsExactly(PLAN.part(0), PLAN.part(1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> PLAN.parts().get(2));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> PLAN.parts().removeFirst());
  }

  @Test
  void aPartIsAValueToo() {
    Part part = PLAN.part(1);
    assertThat(part.index()).isEqualTo(1);
    assertThat(part.start()).isEqualTo(3);
    assertThat(part.length()).isEqualTo(3);
    assertThat(part.shape()).isEqualTo(Shape.of(4, 3, 8));
    assertThat(part.size()).isEqualTo(384);
    assertThat(part).isEqualTo(SplitPlan.intoEqualParts(SHAPE, F32, 1, 2).part(1));
    assertThat(part).hasSameHashCodeAs(SplitPlan.intoEqualParts(SHAPE, F32, 1, 2).part(1));
    assertThat(part).isNotEqualTo(PLAN.part(0));
    assertThat(part).isNotEqualTo(SplitPlan.byLengths(SHAPE, F32, 1, 2, 4).part(1));
  }
}
