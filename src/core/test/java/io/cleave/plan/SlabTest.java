package io.cleave.plan;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.RandomTest;
import io.cleave.spi.RandomSplit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlabTest {

  @RandomTest(gate = 3, thorough = 100)
  void hasTheSameRunsAndFewerRows(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 250; i++) {
      SplitPlan all = new RandomSplit(random, 5000).plan();
      SplitPlan plan = random.nextBoolean() ? all : all.without(random.nextInt(all.partCount()));
      if (plan.rows() > 0) {
        checkSlab(plan, 1 + random.nextLong(plan.rows()), "seed " + seed + ": " + plan);
      }
    }
  }

  private static void checkSlab(SplitPlan plan, long rows, String what) {
    SplitPlan slab = plan.slab(rows);
    Geometry whole = plan.geometry();
    Geometry some = slab.geometry();
    assertThat(slab.rows()).as(what).isEqualTo(rows);
    assertThat(slab.data().type()).as(what).isEqualTo(plan.data().type());
    assertThat(slab.partCount()).as(what).isEqualTo(plan.partCount());
    assertThat(some.pieces()).as(what).isEqualTo(whole.pieces());
    assertThat(some.unit()).as(what).isEqualTo(whole.unit());
    for (int i = 0; i < some.pieces(); i++) {
      assertThat(some.rows()).as(what).isEqualTo(rows);
      assertThat(some.row()).as(what).isEqualTo(whole.row());
      assertThat(some.offset(i)).as(what).isEqualTo(whole.offset(i));
      assertThat(some.run(i)).as(what).isEqualTo(whole.run(i));
      assertThat(some.output(i)).as(what).isEqualTo(whole.output(i));
    }
  }

  @Test
  void ofAllRowsMovesTheSameBytes() {
    SplitPlan plan = SplitPlan.of(Layout.of(F32, 2, 3, 5, 7), 2, Cut.byLengths(1, -1));
    SplitPlan slab = plan.slab(6);
    assertThat(slab.data()).isEqualTo(Layout.of(F32, 6, 5, 7));
    assertThat(slab.axis()).isEqualTo(1);
    assertThat(slab.geometry()).isEqualTo(plan.geometry());
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
        assertThat(plan.slab(6).geometry()).as("%s", plan).isEqualTo(plan.geometry());
        SplitPlan slab = plan.slab(rows);
        assertThat(slab.part(0).bytes() * 6).isEqualTo(plan.part(0).bytes() * rows);
        assertThat(slab.conversion()).isEqualTo(plan.conversion());
        assertThat(slab.slab(rows).geometry()).isEqualTo(slab.geometry());
        if (rows > 1) {
          refuses(plan, rows - 1, (rows - 1) + " of 6 rows do not make whole chunks");
        }
      }
    }
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
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan.slab(rows))
        .withMessageStartingWith(words);
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
