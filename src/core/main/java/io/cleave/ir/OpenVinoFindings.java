package io.cleave.ir;

import io.cleave.ir.Finding.Severity;
import io.cleave.ir.infer.Difference;
import io.cleave.ir.infer.OpenVinoRules;
import io.cleave.ir.infer.Shapes;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.text.OneLine;
import java.util.List;
import java.util.Optional;

/// Findings about splits that OpenVINO answers wrongly. The name in brackets is that of a
/// [Difference].
final class OpenVinoFindings {
  private OpenVinoFindings() {}

  /// Of a split that is refused.
  ///
  /// @param problem why
  static Finding refused(SplitOperation operation, String problem) {
    return Difference.ofShapes(operation)
        .map(
            difference ->
                new Finding(
                    Severity.WRONG,
                    "%s; OpenVINO accepts that and %s (%s)"
                        .formatted(problem, makes(operation), difference)))
        .orElseGet(() -> new Finding(Severity.REFUSED, problem));
  }

  private static String makes(SplitOperation operation) {
    if (!OpenVinoRules.isForeseen(operation)) {
      return "reads other numbers";
    }
    List<PartialShape> shapes = OpenVinoRules.infer(operation).orElse(List.of());
    return shapes.isEmpty()
        ? "leaves the number of outputs open"
        : "makes parts of " + text(operation, shapes);
  }

  /// Of a split that is right, to which OpenVINO gives another answer.
  ///
  /// @param right the shapes of its parts
  static Optional<Finding> of(SplitOperation operation, List<PartialShape> right) {
    return Difference.ofShapes(operation)
        .map(
            difference ->
                new Finding(
                    Severity.WRONG,
                    "its parts are %s; OpenVINO %s, and %s (%s)"
                        .formatted(
                            text(operation, right),
                            difference.openVino(),
                            infers(operation),
                            difference)));
  }

  private static String infers(SplitOperation operation) {
    if (!OpenVinoRules.isForeseen(operation)) {
      return "infers something else";
    }
    return OpenVinoRules.infer(operation)
        .map(shapes -> "infers " + text(operation, shapes))
        .orElse("refuses them");
  }

  /// Only what is along the axis, where that is known.
  private static String text(SplitOperation operation, List<PartialShape> shapes) {
    PartialShape data = operation.data();
    boolean along = data.isRankKnown() && data.rank() > 0 && operation.axis().isKnown();
    if (!along) {
      return OneLine.excerpt(shapes.toString());
    }
    int axis = (int) Math.floorMod(operation.axis().values()[0], (long) data.rank());
    return OneLine.excerpt(
        shapes.stream().map(shape -> Shapes.extent(shape, axis)).toList().toString());
  }

  /// Of data that it cannot split, or not rightly.
  static Optional<Finding> of(ElementType type) {
    if (type == ElementType.STRING) {
      return Optional.of(
          new Finding(
              Severity.NOTE, "OpenVINO's plugin for the CPU does not take string elements"));
    }
    return Difference.ofSplitting(type)
        .map(
            difference ->
                new Finding(
                    Severity.NOTE,
                    "its elements are %s; OpenVINO %s (%s)"
                        .formatted(type, difference.openVino(), difference)));
  }
}
