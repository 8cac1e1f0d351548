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
    assertThat(slab.rows()).as(what).isEqualTo(rows);
    assertThat(slab.row()).as(what).isEqualTo(plan.row());
    assertThat(slab.unit()).as(what).isEqualTo(plan.unit());
    assertThat(slab.type()).as(what).isEqualTo(plan.type());
    assertThat(slab.partCount()).as(what).isEqualTo(plan.partCount());
    for (Part part : slab.parts()) {
      Part whole = plan.part(part.index());
      assertThat(part.offset()).as(what).isEqualTo(whole.offset());
      assertThat(part.run()).as(what).isEqualTo(whole.run());
      assertThat(part.isWanted()).as(what).isEqualTo(whole.isWanted());
      assertThat(part.size() * plan.rows()).as(what).isEqualTo(whole.size() * rows);
    }
  }

  @Test
  void aSlabOfAllRowsMovesTheSameBytes() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(2, 3, 5, 7), ElementType.F32, 2, 1, -1);
    SplitPlan slab = plan.slab(6);
    assertThat(slab.shape()).isEqualTo(Shape.of(6, 5, 7));
    assertThat(slab.axis()).isEqualTo(1);
    assertThat(slab.bytes()).isEqualTo(plan.bytes());
    assertThat(slab.slab(2)).isEqualTo(plan.slab(2));
  }

  @Test
  void aSlabOfNoRowsIsEmpty() {
    SplitPlan slab = SplitPlan.byLengths(Shape.of(4, 6), ElementType.U4, 1, 1, 5).slab(0);
    assertThat(slab.rows()).isZero();
    assertThat(slab.bytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 5, Long.MIN_VALUE, Long.MAX_VALUE})
  void aSlabCannotHaveRowsThatThePlanHasNot(long rows) {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(4, 6), ElementType.F32, 1, 6);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan.slab(rows))
        .withMessage("a slab of %d rows cannot come from a plan of 4", rows);
  }
}
