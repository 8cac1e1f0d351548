package io.cleave.ir;

import static io.cleave.text.Checks.require;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Type and shape inference for the splits of a graph. Parameters, constants and splits are
/// inferred; for all other layers the file's ports are used. A wrong split gets findings, so that
/// the rest of the model can be listed.
final class Inference {
  /// The most lengths that are read and parts that are planned, unless the layer has more ports: a
  /// small file could ask for millions.
  private static final int MAX_PARTS = 256;

  private static final IntegerInput UNKNOWN =
      IntegerInput.unknown(ElementType.I64, PartialShape.unknownRank());

  private final MemorySegment weights;
  private final Map<Layer, List<Facts>> known = new HashMap<>();
  private final Map<Layer, SplitLayer> splits = new HashMap<>();

  private Inference(MemorySegment weights) {
    this.weights = weights;
  }

  /// The splits of some graphs.
  ///
  /// @param weights the content of the `.bin` file; empty if it does not exist
  static Map<Layer, SplitLayer> splits(List<Graph> graphs, MemorySegment weights) {
    Inference inference = new Inference(weights);
    graphs.forEach(graph -> graph.order().forEach(inference::visit));
    return inference.splits;
  }

  private void visit(Layer layer) {
    switch (layer.kind) {
      case PARAMETER, CONSTANT -> known.put(layer, List.of(layer.declared));
      case SPLIT, VARIADIC_SPLIT -> split(layer);
      case RESULT, OTHER -> {}
    }
  }

  private void split(Layer layer) {
    Facts data = input(layer, 0);
    List<String> findings = new ArrayList<>();
    List<PartialShape> shapes = List.of();
    Optional<SplitPlan> plan = Optional.empty();
    SplitOperation operation = operation(layer, data, UNKNOWN, UNKNOWN, 0);
    try {
      operation = operation(layer, data);
      List<PartialShape> inferred = operation.infer();
      if (data.type().isPresent() && operation.isKnown() && inferred.size() <= most(layer)) {
        plan = Optional.of(used(layer, operation.plan()));
      }
      shapes = inferred;
      OpenVinoNote.of(operation, false).ifPresent(note -> findings.add(SplitLayer.WRONG + note));
    } catch (IllegalArgumentException e) {
      findings.add(
          OpenVinoNote.of(operation, true)
              .map(note -> "%s%s; %s".formatted(SplitLayer.WRONG, e.getMessage(), note))
              .orElse(SplitLayer.REFUSED + e.getMessage()));
    }
    addNotes(layer, data, shapes.size(), findings);
    List<Facts> parts = new ArrayList<>();
    List<SplitLayer.Output> outputs = new ArrayList<>();
    for (int i = 0; i < layer.outputs.size(); i++) {
      PartialShape shape = i < shapes.size() ? shapes.get(i) : PartialShape.unknownRank();
      boolean isInferred = i < shapes.size() && data.isInferred();
      Facts part = new Facts(data.type(), shape, isInferred).or(layer.outputs.get(i));
      parts.add(part);
      outputs.add(
          new SplitLayer.Output(layer.outputs.get(i).names(), part.shape(), consumers(layer, i)));
    }
    known.put(layer, parts);
    splits.put(
        layer,
        new SplitLayer(
            layer.path(),
            layer.id,
            layer.line,
            data.type(),
            operation,
            data.isInferred(),
            List.copyOf(outputs),
            plan,
            List.copyOf(findings)));
  }

  private static List<SplitLayer.Consumer> consumers(Layer layer, int output) {
    return layer.consumers.getOrDefault(output, List.of()).stream()
        .map(end -> new SplitLayer.Consumer(end.layer().path(), end.layer().id, end.position()))
        .toList();
  }

  private static int most(Layer layer) {
    return Math.max(MAX_PARTS, layer.outputs.size());
  }

  /// @throws IllegalArgumentException if an input is missing or cannot be read
  private SplitOperation operation(Layer layer, Facts data) {
    layer.requireSources();
    IntegerInput axis = integers(layer, 1, MAX_PARTS);
    return layer.kind == Layer.Kind.VARIADIC_SPLIT
        ? operation(layer, data, axis, integers(layer, 2, most(layer)), 0)
        : operation(layer, data, axis, UNKNOWN, count(layer));
  }

  private static SplitOperation operation(
      Layer layer, Facts data, IntegerInput axis, IntegerInput lengths, long count) {
    // Without a type only the size in bytes is not checked.
    ElementType type = data.type().orElse(ElementType.STRING);
    return layer.kind == Layer.Kind.VARIADIC_SPLIT
        ? SplitOperation.variadicSplit(data.shape(), type, axis, lengths)
        : SplitOperation.split(data.shape(), type, axis, count);
  }

  /// The number of parts of a Split.
  ///
  /// @throws IllegalArgumentException if the file does not say it
  static long count(Layer split) {
    return ModelReader.number(split.attributes.get("num_splits"), "num_splits");
  }

  /// Type and shape at an input of a layer.
  private Facts input(Layer layer, int input) {
    Endpoint source = layer.sources.get(input);
    Facts facts = Facts.NONE;
    if (source != null) {
      int position = source.position();
      List<Facts> outputs = known.getOrDefault(source.layer(), List.of());
      facts = position < outputs.size() ? outputs.get(position) : facts;
      facts = facts.or(source.layer().outputs.get(position));
    }
    return input < layer.inputs.size() ? facts.or(layer.inputs.get(input)) : facts;
  }

  /// The integers at an input of a layer; unknown unless they are a constant of integers.
  ///
  /// @param most how many of them are read
  /// @throws IllegalArgumentException if the constant is of a type that is not known, or a value is
  ///   too large
  private IntegerInput integers(Layer layer, int input, int most) {
    Facts facts = input(layer, input);
    Endpoint source = layer.sources.get(input);
    if (source == null || source.layer().kind != Layer.Kind.CONSTANT) {
      return IntegerInput.unknown(facts.type().orElse(ElementType.I64), facts.shape());
    }
    Layer constant = source.layer();
    PartialShape shape = constant.declared.shape();
    Optional<ElementType> type = constant.declared.type();
    require(type.isPresent(), "its input %s is a constant of a type that is not known", input);
    // Without a .bin file there are no weights.
    boolean isRead =
        type.get().holdsIndices()
            && shape.toShape().elements() <= most
            && constant.size <= weights.byteSize();
    return isRead
        ? Weights.integers(type.get(), shape.toShape(), Weights.data(constant, weights))
        : IntegerInput.unknown(type.get(), shape);
  }

  private static SplitPlan used(Layer layer, SplitPlan whole) {
    return whole.only(
        IntStream.range(0, whole.partCount())
            .filter(part -> layer.consumers.containsKey(part))
            .toArray());
  }

  private static void addNotes(Layer layer, Facts data, int parts, List<String> findings) {
    if (parts != 0 && parts != layer.outputs.size()) {
      findings.add(
          "%sit makes %s parts, and the file lists %s output ports"
              .formatted(SplitLayer.NOTE, parts, layer.outputs.size()));
    }
    ElementType type = data.type().orElse(ElementType.U8);
    if (type == ElementType.STRING) {
      findings.add(SplitLayer.NOTE + "OpenVINO's CPU plugin rejects string elements");
    }
    OpenVinoNote.of(type)
        .ifPresent(
            note ->
                findings.add("%sits elements are %s; %s".formatted(SplitLayer.NOTE, type, note)));
    // An inferred shape comes by an edge, and an edge ends at a port.
    if (data.isInferred() && !Facts.agree(data.shape(), layer.inputs.getFirst().shape())) {
      findings.add(
          "%sits port says %s, which OpenVINO and Cleave ignore"
              .formatted(SplitLayer.NOTE, layer.inputs.getFirst().shape()));
    }
  }
}
