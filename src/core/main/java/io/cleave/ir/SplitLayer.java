package io.cleave.ir;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.util.List;
import java.util.Optional;

/// A Split or VariadicSplit of a model, as far as it is known without running the model.
///
/// @param name its name, or if it has none its id, after those of the layers around it, as in
///   `loop/body/split`; of a long one the beginning
/// @param id the number by which the file names it
/// @param line the line of the file that it begins on
/// @param type the element type of its data, if that is known
/// @param operation the shape of its data, its axis, and its lengths or their count, as far as they
///   are known; its type is `string` where the type is not known
/// @param isInferred true if the shape follows from parameters, constants and splits; false if it
///   is that of ports, which OpenVINO ignores
/// @param outputs those that the file lists
/// @param plan the plan of the outputs that are used, in order; empty if something is not known, or
///   the split is refused
/// @param findings a sentence for everything that is wrong or odd. `wrong: ` begins one that
///   OpenVINO accepts and answers wrongly, `refused: ` another one that cannot be carried out,
///   `note: ` one about a sound split
public record SplitLayer(
    String name,
    long id,
    int line,
    Optional<ElementType> type,
    SplitOperation operation,
    boolean isInferred,
    List<Output> outputs,
    Optional<SplitPlan> plan,
    List<String> findings) {
  static final String WRONG = "wrong: ";
  static final String REFUSED = "refused: ";
  static final String NOTE = "note: ";

  /// An output of the split.
  ///
  /// @param names the names of its tensor
  /// @param shape the extents, as far as they are known
  /// @param consumers the inputs that it feeds; none if it is not used
  public record Output(List<String> names, PartialShape shape, List<Consumer> consumers) {}

  /// An input of a layer that an output feeds.
  ///
  /// @param layer the name of the layer
  /// @param id the number by which the file names it
  /// @param input which of its inputs, counted from 0
  public record Consumer(String layer, long id, int input) {
    /// `relu:0`
    @Override
    public String toString() {
      return layer + ":" + input;
    }
  }

  /// True if no finding says that the split is wrong.
  public boolean isSound() {
    return findings.stream().allMatch(finding -> finding.startsWith(NOTE));
  }

  /// The same split with an axis that the model does not know before it runs, or that is in a file
  /// that does not exist.
  ///
  /// @throws IllegalArgumentException if the model has another axis
  public SplitLayer withAxis(long value) {
    requireOpen("axis", operation.axis());
    return with(IntegerInput.scalar(ElementType.I64, value), operation.lengths());
  }

  /// The same split with lengths that the model does not know before it runs, or that are in a file
  /// that does not exist.
  ///
  /// @throws IllegalArgumentException if the model has other ones, or the split takes none
  public SplitLayer withLengths(long... values) {
    IntegerInput lengths =
        operation
            .lengths()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s is a Split, which takes no lengths; leave them out".formatted(this)));
    requireOpen("lengths", lengths);
    return with(operation.axis(), Optional.of(IntegerInput.vector(ElementType.I64, values)));
  }

  private void requireOpen(String what, IntegerInput input) {
    if (input.isKnown()) {
      throw new IllegalArgumentException(
          "the %s of %s is a constant of the model, %s; leave it out".formatted(what, this, input));
    }
  }

  private SplitLayer with(IntegerInput axis, Optional<IntegerInput> lengths) {
    SplitOperation changed =
        new SplitOperation(operation.data(), operation.type(), axis, lengths, operation.count());
    return new SplitLayer(name, id, line, type, changed, isInferred, outputs, plan, findings);
  }

  /// Plans the split of some data.
  ///
  /// @throws IllegalArgumentException if the split cannot get such data, or something is not known,
  ///   or the split cannot be
  public SplitPlan plan(Layout data) {
    if (type.filter(known -> known != data.type()).isPresent()
        || !Facts.agree(PartialShape.of(data.shape()), operation.data())) {
      throw new IllegalArgumentException(
          "%s splits %s %s; the data is %s %s, which it cannot get"
              .formatted(
                  this,
                  type.map(ElementType::toString).orElse("data of shape"),
                  operation.data(),
                  data.type(),
                  data.shape()));
    }
    try {
      SplitPlan plan = operation.on(PartialShape.of(data.shape()), data.type()).plan();
      return SplitPlan.of(data, plan.axis(), Cut.byLengths(plan.lengths()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s".formatted(this, e.getMessage()), e);
    }
  }

  /// `layer 3 "split"`
  @Override
  public String toString() {
    return "layer %s \"%s\"".formatted(id, OneLine.excerpt(name));
  }
}
