package io.cleave.operation;

import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.util.List;

/// VariadicSplit-1 or Split-1 with its inputs, which may be unknown or wrong. An immutable value.
///
/// The methods throw `IllegalArgumentException` if the inputs are wrong. Unknown inputs are refused
/// by [#plan()] alone.
public sealed interface Operation {
  /// The element type of the data.
  ElementType type();

  /// The shape of the data.
  PartialShape shape();

  /// The axis.
  IntegerInput axis();

  /// True if everything is known, so that the split can be planned.
  boolean isKnown();

  /// Infers the shapes of the parts as far as the inputs are known.
  List<PartialShape> infer();

  /// Plans the split when everything is known.
  SplitPlan plan();

  /// VariadicSplit-1.
  record ByLengths(PartialShape shape, ElementType type, IntegerInput axis, IntegerInput lengths)
      implements Operation {
    @Override
    public boolean isKnown() {
      return shape.isKnown() && axis.isKnown() && lengths.isKnown();
    }

    @Override
    public List<PartialShape> infer() {
      return VariadicSplit.infer(shape, type, axis, lengths);
    }

    @Override
    public SplitPlan plan() {
      return VariadicSplit.plan(shape.toShape(), type, axis, lengths);
    }
  }

  /// Split-1.
  record IntoEqualParts(PartialShape shape, ElementType type, IntegerInput axis, long count)
      implements Operation {
    @Override
    public boolean isKnown() {
      return shape.isKnown() && axis.isKnown();
    }

    @Override
    public List<PartialShape> infer() {
      return Split.infer(shape, type, axis, count);
    }

    @Override
    public SplitPlan plan() {
      return Split.plan(shape.toShape(), type, axis, count);
    }
  }
}
