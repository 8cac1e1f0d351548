package io.cleave.ir;

import io.cleave.ir.Finding.Severity;
import io.cleave.ir.infer.NumSplits;
import io.cleave.ir.infer.Shapes;
import io.cleave.ir.infer.SmallSplit;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Finds out all that can be known of one split. Mistakes of the model become findings: the rest of
/// the model is listed all the same.
final class SplitReading {
  private static final IntegerInput UNKNOWN =
      IntegerInput.unknown(ElementType.I64, PartialShape.unknownRank());

  private final Model model;
  private final Graph graph;
  private final Inference inference;
  private final Layer layer;
  private final Facts data;

  /// The most outputs that are listed: a small file could ask for millions.
  private final int most;

  private final List<Finding> findings = new ArrayList<>();

  private IntegerInput axis = UNKNOWN;
  private @Nullable IntegerInput lengths;
  private OptionalLong numSplits = OptionalLong.empty();
  private List<PartialShape> shapes = List.of();
  private @Nullable SplitPlan plan;
  private boolean refused;

  SplitReading(Model model, Graph graph, Inference inference, Layer layer, Surplus surplus)
      throws IOException {
    this.model = model;
    this.graph = graph;
    this.inference = inference;
    this.layer = layer;
    this.data = inference.input(layer, 0);
    this.most = surplus.most(layer.outputs().size());
    read();
    infer();
    note();
    surplus.take(kept() - layer.outputs().size());
  }

  /// How many numbers or outputs are kept for it.
  private int kept() {
    boolean known = lengths != null && lengths.isKnown();
    return Math.max(listed(), known ? lengths().values().length : 0);
  }

  private boolean isVariadic() {
    return layer.kind() == LayerKind.VARIADIC_SPLIT;
  }

  private void read() throws IOException {
    try {
      if (isVariadic()) {
        lengths = UNKNOWN;
        axis = inference.integers(layer, 1, Inference.MAX_VALUES);
        lengths = inference.integers(layer, 2, most);
      } else {
        axis = inference.integers(layer, 1, Inference.MAX_VALUES);
        numSplits = OptionalLong.of(NumSplits.of(layer.attribute("num_splits")));
      }
    } catch (IllegalArgumentException e) {
      refuse(new Finding(Severity.REFUSED, String.valueOf(e.getMessage())));
    }
  }

  private void infer() {
    if (refused) {
      return;
    }
    SplitOperation operation = operation();
    try {
      shapes = operation.infer();
      plan(operation);
    } catch (IllegalArgumentException e) {
      refuse(OpenVinoFindings.refused(operation, String.valueOf(e.getMessage())));
    }
  }

  private SplitOperation operation() {
    // Without a type only the size is not checked.
    ElementType type = data.type().orElse(ElementType.STRING);
    return isVariadic()
        ? SplitOperation.variadicSplit(data.shape(), type, axis, lengths())
        : SplitOperation.split(data.shape(), type, axis, numSplits.orElse(0));
  }

  private IntegerInput lengths() {
    return Objects.requireNonNull(lengths, "a VariadicSplit has lengths");
  }

  private void plan(SplitOperation operation) {
    if (data.type().isPresent() && operation.isKnown() && shapes.size() <= most) {
      plan = operation.plan();
    }
  }

  private SplitPlan used(SplitPlan whole) {
    return whole.only(
        IntStream.range(0, whole.partCount())
            .filter(part -> !graph.consumers(layer, part).isEmpty())
            .toArray());
  }

  /// How many outputs are listed.
  private int listed() {
    return Math.max(layer.outputs().size(), Math.min(shapes.size(), most));
  }

  private void refuse(Finding finding) {
    refused = true;
    findings.add(finding);
  }

  private void note(String text) {
    findings.add(new Finding(Severity.NOTE, text));
  }

  private void note() {
    int needed = isVariadic() ? 3 : 2;
    for (int input = 0; input < needed; input++) {
      if (graph.source(layer, input).isEmpty()) {
        refuse(
            new Finding(Severity.REFUSED, "nothing is connected to its input %s".formatted(input)));
      }
    }
    if (!shapes.isEmpty() && shapes.size() != layer.outputs().size()) {
      note(
          "it makes %s parts, and the file lists %s output ports"
              .formatted(shapes.size(), layer.outputs().size()));
    }
    data.type().flatMap(OpenVinoFindings::of).ifPresent(findings::add);
    if (!refused && shapes.size() <= most) {
      OpenVinoFindings.of(operation(), shapes).ifPresent(findings::add);
    }
    noteContradiction();
  }

  private void noteContradiction() {
    // What is inferred comes in by an edge, and that by a port.
    if (data.origin() == Origin.INFERRED) {
      PartialShape port = layer.inputs().getFirst().shape();
      if (!Shapes.agree(data.shape(), port)) {
        note("its port says %s, which OpenVINO ignores as we do".formatted(port));
      }
    }
  }

  /// Whether an input is made of constants whose file does not exist.
  private boolean isMissing(int input) {
    return inference.input(layer, input).isMissing();
  }

  /// Whether the parts would be known to be constants if the file of constants did exist.
  private boolean hasMissingParts() {
    return data.isMissing()
        && (axis.isKnown() || isMissing(1))
        && (!isVariadic() || lengths().isKnown() || isMissing(2));
  }

  /// What is known of the outputs that edges can name.
  List<Facts> outputs() {
    List<Facts> facts = new ArrayList<>();
    boolean missing = hasMissingParts();
    Optional<SmallSplit> values = plan == null ? Optional.empty() : smallSplit(plan);
    for (int i = 0; i < layer.outputs().size(); i++) {
      int position = i;
      facts.add(
          new Facts(
              data.type().or(layer.outputs().get(i)::type),
              shape(i),
              isInferred(i) ? data.origin() : Origin.PORTS,
              i < shapes.size() ? values.map(split -> split.part(position)) : Optional.empty(),
              missing));
    }
    return facts;
  }

  private Optional<SmallSplit> smallSplit(SplitPlan known) {
    return data.values().map(integers -> new SmallSplit(known, integers));
  }

  /// Whether nothing that is said of the shape of an output comes from its port.
  private boolean isInferred(int output) {
    return !refused && output < shapes.size() && shape(output).equals(shapes.get(output));
  }

  private PartialShape shape(int output) {
    boolean inferred = output < shapes.size() && !refused;
    PartialShape shape = inferred ? shapes.get(output) : PartialShape.unknownRank();
    return output < layer.outputs().size() && !(inferred && shape.isKnown())
        ? Shapes.fill(shape, layer.outputs().get(output).shape())
        : shape;
  }

  /// All that was found out.
  SplitLayer split() {
    List<SplitOutput> outputs = new ArrayList<>();
    int count = listed();
    for (int i = 0; i < count; i++) {
      List<String> names = i < layer.outputs().size() ? layer.outputs().get(i).names() : List.of();
      outputs.add(new SplitOutput(i, names, shape(i), graph.consumers(layer, i)));
    }
    return new SplitLayer(
        layer,
        data.type(),
        data.shape(),
        data.origin(),
        axis,
        Optional.ofNullable(lengths),
        numSplits,
        outputs,
        Optional.ofNullable(plan).map(this::used),
        findings,
        missing());
  }

  private Optional<MissingValues> missing() {
    return model
        .missingWeights()
        .flatMap(file -> MissingValues.of(file, isMissing(1), isVariadic() && isMissing(2)));
  }
}
