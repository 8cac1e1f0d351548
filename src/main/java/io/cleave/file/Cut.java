package io.cleave.file;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;

/// Where tensors are cut, whatever their shapes: along axis -1 into three, say.
@FunctionalInterface
public interface Cut {
  /// Plans the split of a tensor.
  ///
  /// @throws IllegalArgumentException if it cannot be cut like that
  SplitPlan plan(Shape shape, ElementType type);
}
