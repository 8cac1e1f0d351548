package io.cleave.conformance;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.math.BigInteger;

/// Puts a case in the library's own words.
final class CaseOperation {
  private CaseOperation() {}

  /// @throws IllegalArgumentException if the library refuses the element type, the shape, or a
  ///   value of axis or lengths
  /// @throws CaseFailure if the case is malformed
  static SplitOperation of(Case asked) {
    ElementType type = ElementType.parse(asked.elementType());
    PartialShape shape = asked.shape().parse();
    IntegerInput axis = IntegerInputs.read("axis", asked.axis());
    return switch (asked.operation()) {
      case Case.Operation.ByLengths(Case.Input lengths) ->
          SplitOperation.variadicSplit(shape, type, axis, IntegerInputs.read("lengths", lengths));
      case Case.Operation.IntoEqualParts(BigInteger count) ->
          SplitOperation.split(shape, type, axis, IntegerInputs.requireLong("num_splits", count));
    };
  }
}
