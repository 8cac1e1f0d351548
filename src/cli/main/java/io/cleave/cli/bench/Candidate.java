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

  /// Prepares a plan: opens devices, compiles, and does whatever else is done once.
  ///
  /// @param data the tensor, which outlives the trial
  /// @param outputs memory for the parts; candidates that cannot write to given memory ignore it
  /// @throws IllegalArgumentException if it cannot carry out the plan; a run of the trial may say
  ///   so, too
  Trial prepare(SplitPlan plan, MemorySegment data, List<MemorySegment> outputs);

  /// True if a part is right.
  ///
  /// @param expected the same part as plain Java makes it
  default boolean accepts(SplitPlan plan, MemorySegment expected, MemorySegment part) {
    return expected.mismatch(part) < 0;
  }
}
