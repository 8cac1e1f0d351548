package io.cleave.cli.bench;

import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;

/// A split that is measured.
///
/// @param name its name in reports
/// @param note what is special about it, or empty
/// @param plan the split
/// @param memory where data and parts lie
public record TimedSplit(String name, String note, SplitPlan plan, MemoryKind memory) {
  /// A split of native memory.
  public TimedSplit(String name, String note, SplitPlan plan) {
    this(name, note, plan, MemoryKind.NATIVE);
  }

  /// Checks that data and parts fit their memory, before any of it is allocated.
  ///
  /// @throws IllegalArgumentException if there are more elements than an array holds
  void requireRoom() {
    memory.require(plan.type(), plan.bytes());
    plan.parts().stream()
        .filter(Part::isWanted)
        .forEach(part -> memory.require(plan.partType(), part.bytes()));
  }

  /// The size of the plain copy: the tensor's own or, where values are converted, half of what is
  /// read and what is written, in whole words.
  long copiedBytes() {
    if (!plan.converts()) {
      return plan.bytes();
    }
    long written = plan.parts().stream().filter(Part::isWanted).mapToLong(Part::bytes).sum();
    return Math.ceilDiv(plan.bytes() + written, 2 * Long.BYTES) * Long.BYTES;
  }

  /// The plan of the plain copy: a split into one part.
  SplitPlan copyPlan() {
    long bytes = copiedBytes();
    return SplitPlan.byLengths(Shape.of(bytes), ElementType.U8, 0, bytes);
  }
}
