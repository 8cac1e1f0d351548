package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.RandomTest;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlabTest {

  @RandomTest(gate = 3, thorough = 100)
  void aSlabHasTheSameRunsAndFewerRows(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 250; i++) {
      var split = new SplitPlanOracleTest.Case(random);
      SplitPlan plan = split.plan();
      if (random.nextBoolean()) {
        plan = plan.without(random.nextInt(plan.partCount()));
      }
      if (plan.rows() > 0) {
        checkSlab(plan, 1 + random.nextLong(plan.rows()), "seed " + seed + ": " + split);
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
  void aSlabOfAllRowsMovesTheSameBytes() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.F32, 2, 3, 5, 7), 2, Cut.byLengths(1, -1));
    SplitPlan slab = plan.slab(6);
    assertThat(slab.data()).isEqualTo(Layout.of(ElementType.F32, 6, 5, 7));
    assertThat(slab.axis()).isEqualTo(1);
    assertThat(slab.geometry()).isEqualTo(plan.geometry());
    assertThat(slab.slab(2)).isEqualTo(plan.slab(2));
  }

  /// Where the slices meet: before the rows, along the rows, along the cut axis and behind it.
  @Test
  void aSlabOfAStackHasTheSameChunks() {
    Layout data = Layout.of(ElementType.U8, 2, 3, 4, 5);
    SplitPlan parts =
        SplitPlan.of(data, 2, Cut.intoEqualParts(2))
            .only(1, 0)
            .converted(Conversion.to(ElementType.F16));
    for (int axis = 0; axis < 4; axis++) {
      long rows = axis == 0 ? 6 : axis == 1 ? 3 : 1;
      for (SplitPlan plan : new SplitPlan[] {parts.stacked(axis), parts.joined(axis)}) {
        assertThat(plan.slab(6).geometry()).as("%s", plan).isEqualTo(plan.geometry());
        SplitPlan slab = plan.slab(rows);
        assertThat(slab.part(0).bytes() * 6).isEqualTo(plan.part(0).bytes() * rows);
        assertThat(slab.conversion()).isEqualTo(plan.conversion());
        assertThat(slab.slab(rows).geometry()).isEqualTo(slab.geometry());
        if (rows > 1) {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> plan.slab(rows - 1))
              .withMessage(
                  "%s of 6 rows do not make whole chunks of slices that have %s in each",
                  rows - 1, rows);
        }
      }
    }
    SplitPlan nothing =
        SplitPlan.of(Layout.of(ElementType.U8, 0, 4), 1, Cut.byLengths(2, 2)).stacked(1);
    assertThat(nothing.slab(0).part(0).bytes()).isZero();
  }

  @Test
  void aSlabOfNoRowsIsEmpty() {
    SplitPlan slab = SplitPlan.of(Layout.of(ElementType.U4, 4, 6), 1, Cut.byLengths(1, 5)).slab(0);
    assertThat(slab.rows()).isZero();
    assertThat(slab.data().bytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 5, Long.MIN_VALUE, Long.MAX_VALUE})
  void aSlabCannotHaveRowsThatThePlanHasNot(long rows) {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.F32, 4, 6), 1, Cut.byLengths(6));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan.slab(rows))
        .withMessage("a slab of %d rows cannot come from a plan of 4", rows);
  }

  @Test
  void slabsAreOfDenseData() {
    Layout padded = Layout.of(ElementType.F32, 4, 6).pitched(0, 32);
    SplitPlan plan = SplitPlan.of(padded, 1, Cut.byLengths(6));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan.slab(2))
        .withMessageStartingWith("slabs are of dense data, not of f32 [4, 6] from byte 0");
  }
}
