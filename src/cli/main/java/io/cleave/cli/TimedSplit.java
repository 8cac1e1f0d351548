package io.cleave.cli;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
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

  /// The size of the plain copy: the tensor's own or, where values are converted, half of what is
  /// read and what is written, in whole words.
  long copiedBytes() {
    if (plan.conversion().isEmpty()) {
      return plan.data().bytes();
    }
    long written = plan.partBytes();
    long read = plan.data().type().bytes(plan.data().shape().elements());
    return Math.ceilDiv(read + written, 2 * Long.BYTES) * Long.BYTES;
  }

  /// The plan of the plain copy: a split into one part.
  SplitPlan copyPlan() {
    long bytes = copiedBytes();
    return SplitPlan.of(Layout.of(ElementType.U8, bytes), 0, Cut.byLengths(bytes));
  }
}
