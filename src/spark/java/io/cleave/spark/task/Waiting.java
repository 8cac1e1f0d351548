package io.cleave.spark.task;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A row that waits for its parts.
///
/// @param kept what stays of it, in order
/// @param tensor what is split, if it has a tensor
record Waiting(@Nullable Object[] kept, @Nullable Tensor tensor) {
  /// A row that has been handed out.
  static final Waiting GONE = new Waiting(new Object[0], null);

  /// What is split.
  ///
  /// @param plan what becomes of it
  /// @param bytes as many as the plan takes
  record Tensor(RowPlan plan, MemorySegment bytes) {}

  /// About how many bytes it takes.
  long weight() {
    long weight = tensor == null ? 0 : tensor.bytes().byteSize();
    for (Object value : kept) {
      weight += Weight.of(value);
    }
    return weight;
  }
}
