package io.cleave.ir;

import io.cleave.ir.weights.Constant;
import io.cleave.ir.weights.ConstantReader;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/// Carries types, shapes and small constants through a graph, as far as its parameters, constants
/// and splits allow; beyond them, the ports say what is known.
///
/// One pass in the order of the graph, so that no depth is too deep. Not safe for use by many
/// threads.
final class Inference {
  /// Constants of more elements are no axis and no lengths that pass through a split.
  static final int MAX_VALUES = 256;

  /// Lengths of more elements than this and the layer's outputs together are not read: a small file
  /// could name a large constant a million times. See [Surplus].
  static final int MAX_LENGTHS = 4096;

  private final Model model;
  private final Graph graph;
  private final Map<Layer, List<Facts>> known = new HashMap<>();

  /// What the layers of constants hold: a text of any length says it, and any number of splits
  /// asks.
  private final Map<Layer, Constant> held = new HashMap<>();

  private final List<SplitLayer> splits = new ArrayList<>();
  private final ConstantReader constants;
  private final Function<Layer, Surplus> surplus;

  private Inference(
      Model model, Graph graph, ConstantReader constants, Function<Layer, Surplus> surplus) {
    this.model = model;
    this.graph = graph;
    this.constants = constants;
    this.surplus = surplus;
  }

  /// The splits of one graph, in the order of the file.
  ///
  /// @param surplus how much is listed of each that the file has no ports for
  /// @throws IOException if the system fails to read a constant
  static List<SplitLayer> splits(Model model, Graph graph, Function<Layer, Surplus> surplus)
      throws IOException {
    Inference inference = new Inference(model, graph, new ConstantReader(model.weights()), surplus);
    for (int index : graph.order()) {
      inference.visit(graph.layers().get(index));
    }
    inference.splits.sort((a, b) -> Integer.compare(a.layer().index(), b.layer().index()));
    return inference.splits;
  }

  private void visit(Layer layer) throws IOException {
    switch (layer.kind()) {
      case PARAMETER -> {
        Parameter parameter = Parameter.of(model, layer);
        known.put(layer, List.of(Facts.of(parameter.type(), parameter.shape(), Origin.INFERRED)));
      }
      case CONSTANT -> known.put(layer, List.of(constant(layer)));
      case SPLIT, VARIADIC_SPLIT -> {
        SplitReading reading = new SplitReading(model, graph, this, layer, surplus.apply(layer));
        splits.add(reading.split());
        known.put(layer, reading.outputs());
      }
      case RESULT, OTHER -> {}
    }
  }

  private Facts constant(Layer layer) throws IOException {
    Constant constant = Constants.of(model, layer);
    held.put(layer, constant);
    Facts facts = Facts.of(constant.type(), PartialShape.of(constant.shape()), Origin.INFERRED);
    if (model.weights().lacks(constant)) {
      return facts.missing();
    }
    boolean passesThroughSplit =
        graph.consumers(layer, 0).stream()
            .anyMatch(end -> end.position() == 0 && end.layer().kind().isSplit());
    return passesThroughSplit ? facts.with(smallValues(layer, constant)) : facts;
  }

  private Optional<IntegerInput> smallValues(Layer layer, Constant constant) throws IOException {
    boolean small = constant.shape().elements() <= MAX_VALUES;
    if (!small || !constant.type().filter(ElementType::holdsIndices).isPresent()) {
      return Optional.empty();
    }
    try {
      return Optional.of(constants.integers(layer, constant, constant.type().get()));
    } catch (IllegalArgumentException _) {
      // A value that is too large is only wrong where it is used.
      return Optional.empty();
    }
  }

  /// What is known of the tensor at an input of a layer.
  Facts input(Layer layer, int input) {
    Optional<Endpoint> source = graph.source(layer, input);
    Facts facts = Facts.of(Optional.empty(), PartialShape.unknownRank(), Origin.PORTS);
    if (source.isPresent()) {
      Layer from = source.get().layer();
      int position = source.get().position();
      List<Facts> outputs = known.getOrDefault(from, List.of());
      facts = position < outputs.size() ? outputs.get(position) : facts;
      facts = facts.or(from.outputs().get(position));
    }
    return input < layer.inputs().size() ? facts.or(layer.inputs().get(input)) : facts;
  }

  /// The integers at an input of a layer; unknown if they are not made of constants.
  ///
  /// @param most how many of them are read
  /// @throws IllegalArgumentException if they cannot be read as integers
  IntegerInput integers(Layer layer, int input, int most) throws IOException {
    Facts facts = input(layer, input);
    if (facts.values().isPresent()) {
      return facts.values().get();
    }
    Optional<Layer> source = graph.source(layer, input).map(Endpoint::layer);
    if (source.filter(from -> from.kind() == LayerKind.CONSTANT).isPresent()) {
      Constant constant = Objects.requireNonNull(held.get(source.get()));
      if (constant.type().isEmpty()) {
        throw new IllegalArgumentException(
            "its input %s is a constant of a type that is not known".formatted(input));
      }
      ElementType type = constant.type().get();
      return constant.shape().elements() <= most && type.holdsIndices() && !facts.isMissing()
          ? constants.integers(source.get(), constant, type)
          : IntegerInput.unknown(type, PartialShape.of(constant.shape()));
    }
    return IntegerInput.unknown(facts.type().orElse(ElementType.I64), facts.shape());
  }
}
