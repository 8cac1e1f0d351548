package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import org.junit.jupiter.api.Test;

class PackedLayoutTest {
  @Test
  void beginsEachPartAtAMultiple() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 10, 61), 1, Cut.byLengths(1, 13, 47));
    PackedLayout layout = PackedLayout.of(plan, 128);
    assertThat(layout.offsets()).containsExactly(0L, 128L, 384L);
    assertThat(layout.bytes()).isEqualTo(384 + 470);
  }

  @Test
  void givesNothingToPartsThatTakeNothing() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.F32, 4, 16), 1, Cut.byLengths(4, 0, 4, 8));
    PackedLayout layout = PackedLayout.of(plan, 128);
    assertThat(layout.offsets()).containsExactly(0L, 0L, 128L, 256L);
    assertThat(layout.bytes()).isEqualTo(256 + 128);
  }

  @Test
  void countsBeyondFourGibibytes() {
    long columns = 3L << 30;
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U8, 5, 2 * columns), 1, Cut.byLengths(-1, columns));
    PackedLayout layout = PackedLayout.of(plan, 4096);
    assertThat(layout.offsets()).containsExactly(0L, 5 * columns);
    assertThat(layout.bytes()).isEqualTo(10 * columns);
  }
}
