package io.cleave.plan;

import static io.cleave.plan.ElementType.F32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

class SplitPlanValueTest {
  private static final Shape SHAPE = Shape.of(4, 6, 8);
  private static final SplitPlan PLAN = SplitPlan.of(Layout.of(F32, SHAPE), 1, Cut.byLengths(3, 3));

  @Test
  void equalSplitsAreEqualHoweverTheyAreNamed() {
    List<SplitPlan> same =
        List.of(
            SplitPlan.of(Layout.of(F32, 4, 6, 8), -2, Cut.byLengths(3, -1)),
            SplitPlan.of(Layout.of(F32, SHAPE), 1, Cut.intoEqualParts(2)),
            SplitPlan.of(Layout.of(F32, SHAPE), 1, Cut.inChunksOf(3)),
            SplitPlan.of(Layout.of(F32, SHAPE), 1, Cut.atIndices(-3)),
            SplitPlan.of(Layout.of(F32, SHAPE), 1, Cut.nearlyEqual(2)));
    assertThat(same).allSatisfy(plan -> assertThat(plan).isEqualTo(PLAN).hasSameHashCodeAs(PLAN));
  }

  @Test
  void tellsWhatItWasMadeOf() {
    assertThat(PLAN.data()).isEqualTo(Layout.of(F32, SHAPE));
    assertThat(PLAN.partType()).isEqualTo(F32);
    assertThat(PLAN.axis()).isEqualTo(1);
    assertThat(PLAN.positions()).containsExactly(0, 3);
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
    assertThat(part.type()).isEqualTo(F32);
    assertThat(part.shape()).isEqualTo(Shape.of(4, 3, 8));
    assertThat(part.bytes()).isEqualTo(384);
    assertThat(part.arrayLength()).isEqualTo(96);
  }
}
