package io.cleave.bench;

import io.cleave.plan.SplitPlan;

/// What is split in one heat.
///
/// @param name what reports call it
/// @param why what is special about it, or empty
/// @param plan the split
/// @param memory where data and parts lie
public record Subject(String name, String why, SplitPlan plan, MemoryKind memory) {
  /// A split of native memory.
  public Subject(String name, String why, SplitPlan plan) {
    this(name, why, plan, MemoryKind.NATIVE);
  }
}
