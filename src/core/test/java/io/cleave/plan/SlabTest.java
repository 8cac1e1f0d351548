package io.cleave.plan;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlabTest {

  @Test
  void ofAllRowsMovesTheSameBytes() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(F32, 2, 3, 5, 7), 2, Cut.byLengths(1, 0, -1)).only(2, 0);
    SplitPlan slab = plan.slab(6);
    assertThat(slab.data()).isEqualTo(Layout.of(F32, 6, 5, 7));
    assertThat(slab.axis()).isEqualTo(1);
    assertSameLoops(slab, plan);
    assertThat(slab.slab(2)).isEqualTo(plan.slab(2));
  }

  /// Slices meet before the rows, along the rows, along the cut axis and behind it.
  @Test
  void ofAStackHasTheSameChunks() {
    SplitPlan parts =
        SplitPlan.of(Layout.of(U8, 2, 3, 4, 5), 2, Cut.intoEqualParts(2))
            .only(1, 0)
            .converted(Conversion.to(F16));
    for (int axis = 0; axis < 4; axis++) {
      long rows = axis == 0 ? 6 : axis == 1 ? 3 : 1;
      for (SplitPlan plan : new SplitPlan[] {parts.stacked(axis), parts.joined(axis)}) {
        assertSameLoops(plan.slab(6), plan);
        SplitPlan slab = plan.slab(rows);
        assertThat(slab.part(0).bytes() * 6).isEqualTo(plan.part(0).bytes() * rows);
        assertThat(slab.conversion()).isEqualTo(plan.conversion());
        assertSameLoops(slab.slab(rows), slab);
        if (rows > 1) {
          refuses(plan, rows - 1, (rows - 1) + " of 6 rows do not make whole chunks");
        }
      }
    }
  }

  private static void assertSameLoops(SplitPlan slab, SplitPlan plan) {
    assertThat(slab.geometry())
        .as("%s", plan)
        .usingRecursiveComparison()
        .isEqualTo(plan.geometry());
  }

  @Test
  void ofNoRowsIsEmpty() {
    SplitPlan slab = SplitPlan.of(Layout.of(U4, 4, 6), 1, Cut.byLengths(1, 5)).slab(0);
    assertThat(slab.rows()).isZero();
    assertThat(slab.data().bytes()).isZero();
    SplitPlan none = SplitPlan.of(Layout.of(U8, 0, 4), 1, Cut.byLengths(2, 2)).stacked(1);
    assertThat(none.slab(0).part(0).bytes()).isZero();
  }

  private static void refuses(SplitPlan plan, long rows, String words) {
    Refusal.refuses(() -> plan.slab(rows), words);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 5, Long.MIN_VALUE, Long.MAX_VALUE})
  void cannotHaveRowsThatThePlanHasNot(long rows) {
    SplitPlan plan = SplitPlan.of(Layout.of(F32, 4, 6), 1, Cut.byLengths(6));
    refuses(plan, rows, "a slab of " + rows + " rows cannot come from a plan of 4");
  }

  @Test
  void isOfDenseData() {
    Layout padded = Layout.of(F32, 4, 6).pitched(0, 32);
    refuses(SplitPlan.of(padded, 1, Cut.byLengths(6)), 2, "slabs are of dense data");
  }
}
