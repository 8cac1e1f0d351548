package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Allocated;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A plan costs memory in proportion to its parts.
class PlanningCostTest {

  @Test
  void eightTimesTheParts() {
    planning(1000);
    long thousand = planning(1000);
    long eight = planning(8000);
    assertThat(thousand).as("bytes allocated for 1000 parts").isLessThan(64_000);
    assertThat(eight).as("bytes allocated for 8000 parts").isLessThan(9 * thousand);
  }

  /// Not in proportion to their product: neither 10,000 parts nor as many axes are too many.
  @Test
  @Timeout(10)
  void manyPartsOfManyAxesAreStacked() {
    int many = 10_000;
    long[] extents = new long[many + 1];
    Arrays.fill(extents, 1);
    extents[many] = many;
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, extents), -1, Cut.inChunksOf(1));
    long before = Allocated.bytes();
    SplitPlan stacked = plan.stacked(0);
    SplitPlan joined = plan.joined(0);
    Geometry loops = stacked.geometry();
    assertThat(Allocated.bytes() - before).as("bytes allocated").isLessThan(16 << 20);
    assertThat(loops.run(many - 1)).isEqualTo(1);
    assertThat(stacked.part(0).bytes()).isEqualTo(many);
    assertThat(joined.part(0).shape().extent(0)).isEqualTo(many);
  }

  private static long planning(int parts) {
    long[] lengths = new long[parts];
    Arrays.fill(lengths, 3);
    lengths[parts / 2] = -1;
    Shape shape = Shape.of(4, 3L * parts, 8);
    long before = Allocated.bytes();
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.F32, shape), 1, Cut.byLengths(lengths));
    long after = Allocated.bytes();
    assertThat(plan.partCount()).isEqualTo(parts);
    return after - before;
  }
}
