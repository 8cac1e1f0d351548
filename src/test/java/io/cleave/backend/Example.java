package io.cleave.backend;

import io.cleave.plan.SplitPlan;

/// Something to carry out, with all that chance has chosen: so that it can be carried out again, by
/// others, and made smaller.
public sealed interface Example permits SplitExample, StackExample {
  /// The split.
  SplitPlan plan();

  /// The split without the parts that are not asked for, which is what a route gets to see.
  SplitPlan asked();

  /// Carries it out, and compares every byte with what the naive split gives.
  ///
  /// @throws AssertionError if one is wrong
  void check(Splitter splitter);
}
