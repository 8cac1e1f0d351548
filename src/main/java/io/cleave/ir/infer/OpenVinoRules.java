package io.cleave.ir.infer;

import io.cleave.plan.IntegerInput;
import io.cleave.plan.Operation;
import io.cleave.plan.PartialShape;
import java.util.List;
import java.util.Optional;

/// What OpenVINO infers for the outputs of an operation, its mistakes included, and what is right.
public final class OpenVinoRules {
  private static final Rules THEIRS = new Rules(new OpenVinoArithmetic());
  private static final Rules EXACT = new Rules(new ExactArithmetic());

  private static final int PACKED_BITS = 4;

  private OpenVinoRules() {}

  /// The shapes that OpenVINO infers, or nothing where it refuses the operation. An empty list
  /// stands for outputs whose number is not known, too.
  ///
  /// @param operation one that is [#isForeseen]
  public static Optional<List<PartialShape>> infer(Operation operation) {
    return THEIRS.infer(operation);
  }

  /// The shapes that follow from the specification, or nothing where the operation is wrong.
  ///
  /// Made for comparison: it shares no arithmetic with what Cleave plans by.
  public static Optional<List<PartialShape>> exact(Operation operation) {
    return EXACT.infer(operation);
  }

  /// Whether OpenVINO's answer can be told beforehand. Of several packed numbers it takes each for
  /// a byte, and so reads what stands behind them.
  public static boolean isForeseen(Operation operation) {
    return switch (operation) {
      case Operation.ByLengths split -> isForeseen(split.axis()) && isForeseen(split.lengths());
      case Operation.IntoEqualParts split -> isForeseen(split.axis());
    };
  }

  private static boolean isForeseen(IntegerInput input) {
    return !input.isKnown() || input.type().bits() != PACKED_BITS || input.values().length < 2;
  }
}
