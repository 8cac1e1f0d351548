package io.cleave.agreement;

import io.cleave.openvino.runtime.Response;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import java.util.List;
import java.util.Optional;

/// Compares the shapes that Cleave infers, and its refusals, with OpenVINO's.
final class ShapeComparison {
  private ShapeComparison() {}

  static Result of(SplitOperation operation, Response response) {
    Optional<List<PartialShape>> theirs;
    String reason = "";
    switch (response) {
      case Response.Ended(String how) -> {
        return new Result.Unlisted("OpenVINO gave no answer: " + how);
      }
      case Response.Refused refused -> {
        theirs = Optional.empty();
        reason = ": " + refused.reason();
      }
      case Response.Accepted accepted ->
          theirs = Optional.of(accepted.shapes().stream().map(PartialShape::parse).toList());
    }
    Optional<List<PartialShape>> ours = ours(operation);
    Optional<List<PartialShape>> exact = OpenVinoRules.exact(operation);
    boolean isRight = exact.equals(ours);
    if (isRight && ours.equals(theirs)) {
      return ours.isPresent() ? new Result.Same() : new Result.BothRefuse();
    }
    Optional<Difference> difference = Difference.ofShapes(operation);
    boolean isForetold =
        !OpenVinoRules.isForeseen(operation) || OpenVinoRules.infer(operation).equals(theirs);
    return difference.isPresent() && isForetold && isRight
        ? new Result.Listed(difference.get())
        : new Result.Unlisted(
            "right is %s, Cleave infers %s, OpenVINO %s%s"
                .formatted(text(exact), text(ours), text(theirs), reason));
  }

  /// The shapes that Cleave infers; empty where it refuses the operation.
  private static Optional<List<PartialShape>> ours(SplitOperation operation) {
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
