package io.cleave.fuzz;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import io.cleave.text.Parsing;
import java.util.List;
import java.util.stream.Stream;

/// Shapes, types and integers as people write them, and the operations that they make. Line by
/// line: the shape and type of the data, then values, type and shape of the axis, then of the
/// lengths. Values of `?` are unknown. Without lengths, their type is a number of parts.
final class OperationTarget implements FuzzTarget {
  /// Plans of more take memory for each part, as they may.
  private static final int MOST_PARTS = 10_000;

  @Override
  public boolean accepts(byte[] input) {
    Lines lines = new Lines(input);
    SplitOperation operation = operation(lines, shape(lines.line(0)));
    List<PartialShape> inferred = operation.infer();
    if (operation.isKnown() && inferred.size() <= MOST_PARTS) {
      SplitPlan plan = operation.plan();
      List<PartialShape> planned =
          plan.parts().stream().map(part -> PartialShape.of(part.shape())).toList();
      FuzzTarget.require(planned.equals(inferred), "%s, inferred %s".formatted(plan, inferred));
    }
    return true;
  }

  private static SplitOperation operation(Lines lines, PartialShape shape) {
    ElementType type = ElementType.parse(lines.line(1));
    IntegerInput axis = integers(lines, 2);
    return lines.line(5).isEmpty() && !lines.line(6).isEmpty()
        ? SplitOperation.split(shape, type, axis, number(lines.line(6)))
        : SplitOperation.variadicSplit(shape, type, axis, integers(lines, 5));
  }

  /// A shape that is written is read as the same.
  private static PartialShape shape(String text) {
    PartialShape shape = PartialShape.parse(text);
    FuzzTarget.require(PartialShape.parse(shape.toString()).equals(shape), shape);
    return shape;
  }

  private static IntegerInput integers(Lines lines, int from) {
    ElementType type = ElementType.parse(lines.line(from + 1));
    PartialShape shape = shape(lines.line(from + 2));
    return lines.line(from).equals("?")
        ? IntegerInput.unknown(type, shape)
        : IntegerInput.of(type, shape.toShape(), numbers(lines.line(from)));
  }

  private static long[] numbers(String text) {
    return Stream.of(text.split(","))
        .filter(number -> !number.isEmpty())
        .mapToLong(OperationTarget::number)
        .toArray();
  }

  private static long number(String text) {
    return Parsing.number(text)
        .orElseThrow(() -> new IllegalArgumentException("a number was expected"));
  }
}
