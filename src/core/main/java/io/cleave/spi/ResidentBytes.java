package io.cleave.spi;

import io.cleave.backend.ResidentTensor;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;

/// Checks what a [ResidentTensor] is given against its size, with the same words on every device.
public final class ResidentBytes {
  private ResidentBytes() {}

  /// Makes sure that a plan is for a tensor of so many bytes.
  ///
  /// @throws IllegalArgumentException if it is for another one
  public static void requirePlan(SplitPlan plan, long bytes) {
    if (plan.unit() == Unit.ELEMENT) {
      throw new IllegalArgumentException(
          "the plan splits strings; the tensor has %s bytes, so plan with its type"
              .formatted(bytes));
    }
    if (plan.bytes() != bytes) {
      throw new IllegalArgumentException(
          "the plan splits %s bytes; the tensor has %s".formatted(plan.bytes(), bytes));
    }
  }

  /// Makes sure that a tensor of so many bytes fits the memory that it is read to.
  ///
  /// @throws IllegalArgumentException if that is larger or smaller
  public static void requireTarget(MemorySegment to, long bytes) {
    if (to.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "the tensor has %s bytes; the segment has %s".formatted(bytes, to.byteSize()));
    }
  }
}
