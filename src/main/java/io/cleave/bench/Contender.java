package io.cleave.bench;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;

/// Somebody who splits, or copies, to be compared with others on the same data.
public interface Contender {
  /// What the table calls it.
  Label label();

  /// Why it cannot take part with a plan; empty if it can. Says no before memory is spent.
  default String refusal(SplitPlan plan) {
    return "";
  }

  /// Whether the JVM compiles its loops while it runs, which takes time that is not its own.
  default boolean isJava() {
    return false;
  }

  /// Gets ready: allocates the outputs, compiles, and whatever else is done once for a plan.
  ///
  /// @param data the tensor, which outlives the run; native memory for peers, whatever the
  ///   subject's
  Run prepare(SplitPlan plan, MemorySegment data);
}
