package io.cleave.file.tensor;

import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.util.List;

/// How the parts of a tensor become one tensor again. An immutable value.
///
/// @param way along which axis
/// @param axis counted from 0, or from the end if negative
/// @param order the parts, in the order in which they stand there; empty for all in their own
public record Stack(Way way, long axis, List<Integer> order) {
  /// Which axis the parts stand along.
  public enum Way {
    /// A new one.
    STACKED,
    /// One that they have.
    JOINED
  }

  /// Copies the list.
  public Stack {
    order = List.copyOf(order);
  }

  /// The same split of which only those parts are wanted that stand in the result.
  ///
  /// @throws IllegalArgumentException if one of them does not exist
  public SplitPlan wanted(SplitPlan plan) {
    return order.isEmpty() ? plan : plan.only(parts());
  }

  /// The plan of the tensor, as its users see it.
  ///
  /// @throws IllegalArgumentException if the parts do not fit each other
  public StackedPlan of(SplitPlan plan) {
    return along(plan, axis);
  }

  /// The plan that does to the bytes in a file what [#of] says of the tensor: the result is in the
  /// same order as the data.
  public StackedPlan inFile(SplitPlan plan, MemoryOrder memory) {
    StackedPlan seen = of(plan);
    return switch (memory) {
      case C -> seen;
      case FORTRAN -> along(memory.inFile(plan), mirrored(seen.shape().rank()));
    };
  }

  private long mirrored(int rank) {
    return rank - 1 - (axis < 0 ? axis + rank : axis);
  }

  private StackedPlan along(SplitPlan plan, long at) {
    return switch (way) {
      case STACKED -> plan.stacked(at, parts());
      case JOINED -> StackedPlan.joined(plan, at, parts());
    };
  }

  private int[] parts() {
    return order.stream().mapToInt(Integer::intValue).toArray();
  }
}
