package io.cleave.bench.micro;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;

/// A plan so small that only overhead counts.
final class Tiny {
  static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.F32, 8, 64), 1, Cut.byLengths(16, -1, 16));

  private Tiny() {}
}
