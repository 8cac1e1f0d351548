package io.cleave.bench;

import io.cleave.plan.Part;
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

  /// Checks that data and parts fit their memory, before any of it is filled.
  ///
  /// @throws IllegalArgumentException if there are more elements than an array holds
  public void requireRoom() {
    memory.require(plan.type(), plan.bytes());
    plan.parts().stream()
        .filter(Part::isWanted)
        .forEach(part -> memory.require(plan.partType(), part.bytes()));
  }

  /// The bytes of a copy that reads and writes as much as this: the tensor's own or, where values
  /// are converted, half of what is read and what is written, in whole words.
  long bytes() {
    return plan.converts()
        ? Math.ceilDiv(plan.bytes() + written(), 2 * Long.BYTES) * Long.BYTES
        : plan.bytes();
  }

  private long written() {
    return plan.parts().stream().filter(Part::isWanted).mapToLong(Part::bytes).sum();
  }
}
