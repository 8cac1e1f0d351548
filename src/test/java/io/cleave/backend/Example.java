package io.cleave.backend;

import io.cleave.plan.SplitPlan;

/// Something to carry out, with all that chance has chosen: so that it can be carried out again, by
/// others, and made smaller.
public sealed interface Example permits SplitExample, StackExample {
  /// The split.
  SplitPlan plan();

  /// Carries it out, and compares every byte with what the naive split gives.
  ///
  /// @throws AssertionError if one is wrong
  void check(Splitter splitter);
}
