package io.cleave.spark.task;

import java.lang.foreign.MemorySegment;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/// A row that waits for its parts.
///
/// @param row in Spark's internal form
/// @param tensor what is split, if it has a tensor
record Waiting(InternalRow row, @Nullable Tensor tensor) {
  /// What is split.
  ///
  /// @param plan what becomes of it
  /// @param bytes as many as the plan takes, in memory that may be the row's
  record Tensor(RowPlan plan, MemorySegment bytes) {}
}
