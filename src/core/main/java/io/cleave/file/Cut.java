package io.cleave.file;

import io.cleave.file.tensor.Stack;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Optional;

/// Where tensors are cut, whatever their shapes: along axis -1 into three, say. And what becomes of
/// the parts.
@FunctionalInterface
public interface Cut {
  /// Plans the split of a tensor. Parts that the plan does not want get no file, but keep their
  /// names and numbers.
  ///
  /// @throws IllegalArgumentException if it cannot be cut like that
  SplitPlan plan(Shape shape, ElementType type);

  /// How the parts become one tensor again; empty where each is one of its own.
  default Optional<Stack> stack() {
    return Optional.empty();
  }

  /// The same, whose parts become one tensor again.
  default Cut stacked(Stack stack) {
    Cut parts = this;
    return new Cut() {
      @Override
      public SplitPlan plan(Shape shape, ElementType type) {
        return stack.wanted(parts.plan(shape, type));
      }

      @Override
      public Optional<Stack> stack() {
        return Optional.of(stack);
      }
    };
  }
}
