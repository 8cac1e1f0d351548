package io.cleave.bench.micro;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;

/// A plan so small that only overhead counts.
final class Tiny {
  static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(8, 64), ElementType.F32, 1, 16, -1, 16);

  private Tiny() {}
}
