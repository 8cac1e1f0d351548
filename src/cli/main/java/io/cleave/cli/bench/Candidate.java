package io.cleave.cli.bench;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// An implementation of splitting or copying that is measured beside others.
public interface Candidate {
  /// The name in reports.
  Label label();

  /// The part that it plays.
  Role role();

  /// Why it cannot carry out a plan; empty if it can. Asked before memory is spent.
  default String refusal(SplitPlan plan) {
    return "";
  }

  /// True if the JVM compiles its loops while it runs, so that it needs a longer warm-up.
  default boolean isJava() {
    return false;
  }

  /// Prepares a plan: opens devices, compiles, and does whatever else is done once.
  ///
  /// @param data the tensor, which outlives the trial
  /// @param outputs memory for the parts; candidates that cannot write to given memory ignore it
  Trial prepare(SplitPlan plan, MemorySegment data, List<MemorySegment> outputs);

  /// True if a part is right.
  ///
  /// @param expected the same part as plain Java makes it
  default boolean accepts(SplitPlan plan, MemorySegment expected, MemorySegment part) {
    return expected.mismatch(part) < 0;
  }
}
