package io.cleave.spi;

import io.cleave.Splitter;
import io.cleave.plan.SplitPlan;

/// A split or stack with its data and its places in memory, which any splitter can carry out.
public interface Example {
  /// The plan without the parts that have no memory, as a route gets it.
  SplitPlan asked();

  /// Carries it out, and compares every byte with the naive split.
  ///
  /// @throws AssertionError if one is wrong
  void check(Splitter splitter);
}
