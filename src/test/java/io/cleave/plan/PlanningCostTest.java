package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

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

  private static long planning(int parts) {
    long[] lengths = new long[parts];
    Arrays.fill(lengths, 3);
    lengths[parts / 2] = -1;
    Shape shape = Shape.of(4, 3L * parts, 8);
    long before = allocated();
    SplitPlan plan = SplitPlan.byLengths(shape, ElementType.F32, 1, lengths);
    long after = allocated();
    assertThat(plan.partCount()).isEqualTo(parts);
    return after - before;
  }

  private static long allocated() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }
}
