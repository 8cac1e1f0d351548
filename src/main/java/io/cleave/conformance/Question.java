package io.cleave.conformance;

import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import io.cleave.plan.PartialShape;
import io.cleave.plan.Split;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.VariadicSplit;
import java.math.BigInteger;
import java.util.List;

/// What a case asks of the library, in the library's own words.
///
/// All methods throw `IllegalArgumentException` where the library refuses the input.
sealed interface Question {
  /// The element type of the data.
  ElementType type();

  /// The shape of the data.
  PartialShape shape();

  /// The axis.
  IntegerInput axis();

  /// Whether everything is known, so that the split can be planned.
  boolean isKnown();

  /// Infers the shapes of the parts.
  List<PartialShape> infer();

  /// Plans the split; only where everything is known.
  SplitPlan plan();

  /// Asks the question of a case.
  ///
  /// @throws IllegalArgumentException if the library refuses the element type, the shape, or a
  ///   value of axis or lengths
  /// @throws CaseFailure if the case is malformed
  static Question of(Case asked) {
    ElementType type = ElementType.parse(asked.elementType());
    PartialShape shape = asked.shape().parse();
    IntegerInput axis = IntegerInputs.read("axis", asked.axis());
    return switch (asked.operation()) {
      case Case.Operation.ByLengths(Case.Input lengths) ->
          new ByLengths(shape, type, axis, IntegerInputs.read("lengths", lengths));
      case Case.Operation.IntoEqualParts(BigInteger count) ->
          new IntoEqualParts(shape, type, axis, IntegerInputs.requireLong("num_splits", count));
    };
  }

  /// VariadicSplit-1.
  record ByLengths(PartialShape shape, ElementType type, IntegerInput axis, IntegerInput lengths)
      implements Question {
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
      implements Question {
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
