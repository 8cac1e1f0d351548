package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import org.junit.jupiter.api.Test;

class PackedLayoutTest {
  @Test
  void beginsEachPartAtAMultiple() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(10, 61), ElementType.U8, 1, 1, 13, 47);
    PackedLayout layout = PackedLayout.of(plan, 128);
    assertThat(layout.offsets()).containsExactly(0L, 128L, 384L);
    assertThat(layout.bytes()).isEqualTo(384 + 470);
  }

  @Test
  void givesNothingToPartsThatTakeNothing() {
    SplitPlan plan =
        SplitPlan.byLengths(Shape.of(4, 16), ElementType.F32, 1, 4, 0, 4, 8).without(2);
    PackedLayout layout = PackedLayout.of(plan, 128);
    assertThat(layout.offsets()).containsExactly(0L, 0L, 0L, 128L);
    assertThat(layout.bytes()).isEqualTo(128 + 128);
  }

  @Test
  void countsBeyondFourGibibytes() {
    long columns = 3L << 30;
    SplitPlan plan = SplitPlan.byLengths(Shape.of(5, 2 * columns), ElementType.U8, 1, -1, columns);
    PackedLayout layout = PackedLayout.of(plan, 4096);
    assertThat(layout.offsets()).containsExactly(0L, 5 * columns);
    assertThat(layout.bytes()).isEqualTo(10 * columns);
  }
}
