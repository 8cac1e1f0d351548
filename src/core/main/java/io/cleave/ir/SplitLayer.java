package io.cleave.ir;

import io.cleave.ir.infer.PortLengths;
import io.cleave.ir.infer.Shapes;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A Split or VariadicSplit of a model, and all that is known of it without running the model.
///
/// @param layer the layer
/// @param type the element type of its data
/// @param shape the shape of its data, as far as it is known
/// @param origin where that is known from
/// @param axis its axis; the value is known if it comes from constants
/// @param lengths the lengths of a VariadicSplit; the values are known if they come from constants
/// @param numSplits the number of equal parts of a Split
/// @param outputs its outputs in order; of those that the file has no ports for, at most 4096 of a
///   model and at least 16 of each split. A split of more has no plan.
/// @param plan the plan of the outputs that are used, in order; empty if something is not known, or
///   the split is refused
/// @param findings what is wrong or odd about it
/// @param missing what of it is not known because the `.bin` file does not exist
public record SplitLayer(
    Layer layer,
    Optional<ElementType> type,
    PartialShape shape,
    Origin origin,
    IntegerInput axis,
    Optional<IntegerInput> lengths,
    OptionalLong numSplits,
    List<SplitOutput> outputs,
    Optional<SplitPlan> plan,
    List<Finding> findings,
    Optional<MissingValues> missing) {
  /// Copies the lists.
  public SplitLayer {
    outputs = List.copyOf(outputs);
    findings = List.copyOf(findings);
  }

  /// The axis counted from 0, if that is known.
  public OptionalLong axisFromZero() {
    if (!axis.isKnown() || axis.values().length != 1) {
      return OptionalLong.empty();
    }
    long along = axis.values()[0];
    if (along >= 0) {
      return OptionalLong.of(along);
    }
    return shape.isRankKnown() ? OptionalLong.of(along + shape.rank()) : OptionalLong.empty();
  }

  /// The plan of all outputs, used or not, if everything is known.
  public Optional<SplitPlan> wholePlan() {
    return plan.map(used -> plan(used.data().shape(), used.data().type()));
  }

  /// The bytes of the parts that are used, if everything is known. Strings have none.
  public OptionalLong bytesMoved() {
    return plan.isPresent() && plan.get().data().type() != ElementType.STRING
        ? OptionalLong.of(plan.get().parts().stream().mapToLong(Part::bytes).sum())
        : OptionalLong.empty();
  }

  /// Whether one of the findings says that the split is wrong.
  public boolean isSound() {
    return findings.stream().noneMatch(finding -> finding.severity() != Finding.Severity.NOTE);
  }

  /// The lengths that the shapes of the parts tell, where the real ones are missing and the data
  /// can have been cut along one axis only. They say nothing of a -1.
  public Optional<IntegerInput> lengthsByPorts() {
    boolean wanted = missing.isPresent() && missing.get().lengths();
    List<PartialShape> parts = outputs.stream().map(SplitOutput::shape).toList();
    return wanted
        ? PortLengths.of(shape, parts)
            .map(values -> IntegerInput.vector(ElementType.I64, values))
            .filter(
                told ->
                    lengths.filter(read -> Shapes.agree(told.shape(), read.shape())).isPresent())
        : Optional.empty();
  }

  /// The same layer with an axis that the model only knows when it runs, or that is missing.
  ///
  /// @throws IllegalArgumentException if the model has another axis
  public SplitLayer withAxis(long value) {
    requireOpen("axis", axis);
    IntegerInput given = IntegerInput.scalar(ElementType.I64, value);
    Optional<MissingValues> left = missing.flatMap(MissingValues::withoutAxis);
    return new SplitLayer(
        layer, type, shape, origin, given, lengths, numSplits, outputs, plan, findings, left);
  }

  /// The same layer with lengths that the model only knows when it runs, or that are missing.
  ///
  /// @throws IllegalArgumentException if the model has other ones, or the layer takes none
  public SplitLayer withLengths(long... values) {
    if (lengths.isEmpty()) {
      throw new IllegalArgumentException(
          "%s is a Split, which takes no lengths; leave them out".formatted(layer));
    }
    requireOpen("lengths", lengths.get());
    Optional<IntegerInput> given = Optional.of(IntegerInput.vector(ElementType.I64, values));
    Optional<MissingValues> left = missing.flatMap(MissingValues::withoutLengths);
    return new SplitLayer(
        layer, type, shape, origin, axis, given, numSplits, outputs, plan, findings, left);
  }

  private void requireOpen(String what, IntegerInput input) {
    if (input.isKnown()) {
      throw new IllegalArgumentException(
          "the %s of %s is a constant of the model, %s; leave it out"
              .formatted(what, layer, input));
    }
  }

  /// Plans the split of some data.
  ///
  /// @throws IllegalArgumentException if the layer cannot get such data, or something is not known,
  ///   or the split cannot be
  public SplitPlan plan(Shape data, ElementType elements) {
    requireFits(data, elements);
    requireNothingMissing();
    requireKnown("axis", axis);
    lengths.ifPresent(given -> requireKnown("lengths", given));
    PartialShape known = PartialShape.of(data);
    try {
      return lengths.isPresent()
          ? SplitOperation.variadicSplit(known, elements, axis, lengths.get()).plan()
          : SplitOperation.split(known, elements, axis, numSplits.orElse(0)).plan();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s".formatted(layer, e.getMessage()), e);
    }
  }

  private void requireFits(Shape data, ElementType elements) {
    boolean typeFits = type.isEmpty() || type.get() == elements;
    if (!typeFits || !Shapes.fits(data, shape)) {
      throw new IllegalArgumentException(
          "%s splits %s %s; the data is %s %s, which it cannot get"
              .formatted(
                  layer,
                  type.map(ElementType::toString).orElse("data of shape"),
                  shape,
                  elements,
                  data));
    }
  }

  private void requireNothingMissing() {
    if (missing.isPresent()) {
      throw new IllegalArgumentException(
          "%s: %s; put it beside the .xml file, or use %s"
              .formatted(layer, missing.get(), missing.get().options()));
    }
  }

  private void requireKnown(String what, IntegerInput input) {
    if (!input.isKnown()) {
      throw new IllegalArgumentException(
          "the %s of %s is computed when the model runs; give it with --%s"
              .formatted(what, layer, what));
    }
  }
}
