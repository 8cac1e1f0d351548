package io.cleave.agreement;

import io.cleave.ir.infer.Difference;
import io.cleave.ir.infer.OpenVinoRules;
import io.cleave.openvino.runtime.Answer;
import io.cleave.plan.Operation;
import io.cleave.plan.PartialShape;
import java.util.List;
import java.util.Optional;

/// Holds the shapes that Cleave infers, and what it refuses, against OpenVINO's.
final class ShapeComparison {
  private ShapeComparison() {}

  static Verdict of(Operation operation, Answer answer) {
    Optional<List<PartialShape>> ours = ours(operation);
    Optional<List<PartialShape>> theirs;
    switch (answer) {
      case Answer.Ended(String how) -> {
        return new Verdict.Disagrees("OpenVINO gave no answer: " + how);
      }
      case Answer.Refused _ -> theirs = Optional.empty();
      case Answer.Inferred(List<PartialShape> shapes) -> theirs = Optional.of(shapes);
      case Answer.Delivered(List<PartialShape> shapes, _) -> theirs = Optional.of(shapes);
      case Answer.Undelivered(List<PartialShape> shapes, _) -> theirs = Optional.of(shapes);
    }
    Optional<List<PartialShape>> exact = OpenVinoRules.exact(operation);
    boolean right = exact.equals(ours);
    if (right && ours.equals(theirs)) {
      return ours.isPresent() ? new Verdict.Agreed() : new Verdict.RefusedByBoth();
    }
    Optional<Difference> difference = Difference.ofShapes(operation);
    boolean foreseen =
        !OpenVinoRules.isForeseen(operation) || OpenVinoRules.infer(operation).equals(theirs);
    return difference.isPresent() && foreseen && right
        ? new Verdict.Differs(difference.get())
        : new Verdict.Disagrees(
            "right is %s, Cleave infers %s, OpenVINO %s%s"
                .formatted(
                    text(exact),
                    text(ours),
                    text(theirs),
                    answer instanceof Answer.Refused refused ? ": " + refused.reason() : ""));
  }

  /// What Cleave infers, or nothing where it refuses the operation.
  private static Optional<List<PartialShape>> ours(Operation operation) {
    try {
      List<PartialShape> shapes = operation.infer();
      if (operation.isKnown()) {
        operation.plan();
      }
      return Optional.of(shapes);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static String text(Optional<List<PartialShape>> shapes) {
    return shapes.map(List::toString).orElse("nothing, it refuses the operation");
  }
}
