package io.cleave.ir;

import io.cleave.Tensor;
import io.cleave.ir.infer.NumSplits;
import io.cleave.ir.weights.Constant;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One run of a model. Not safe for use by many threads.
final class Execution {
  private final Model model;
  private final Graph graph;
  private final boolean[] needed;
  private final Residence device;
  private final Map<Layer, List<@Nullable Value>> values = new HashMap<>();

  private final Arena arena;

  /// The bytes of all parts and results so far.
  private long made;

  /// The parts of all splits so far.
  private long parts;

  /// @param arena owns what constants and results need
  Execution(Model model, boolean[] needed, Residence device, Arena arena) {
    this.arena = arena;
    this.model = model;
    this.graph = model.graph();
    this.needed = needed;
    this.device = device;
  }

  Map<ModelOutput, Tensor> run(Map<ModelInput, Tensor> given, List<ModelOutput> outputs)
      throws IOException {
    Map<Layer, Tensor> inputs = new HashMap<>();
    given.forEach((input, tensor) -> inputs.put(input.layer(), tensor));
    Map<Layer, Tensor> results = new HashMap<>();
    for (int index : graph.order()) {
      if (needed[index]) {
        Layer layer = graph.layers().get(index);
        switch (layer.kind()) {
          case PARAMETER -> begin(layer, Objects.requireNonNull(inputs.get(layer)));
          case CONSTANT -> begin(layer, constant(layer));
          case SPLIT, VARIADIC_SPLIT -> split(layer);
          case RESULT -> results.put(layer, result(layer));
          case OTHER -> throw new IllegalStateException(layer + " was refused before");
        }
        release(layer);
      }
    }
    Map<ModelOutput, Tensor> inOrder = new LinkedHashMap<>();
    for (ModelOutput output : outputs) {
      inOrder.put(output, Objects.requireNonNull(results.get(output.layer())));
    }
    return inOrder;
  }

  private Tensor result(Layer layer) {
    Value value = source(layer, 0);
    requireAllowed(layer, value.type().bytes(value.shape().elements()));
    return value.read(arena);
  }

  /// A small model may have one tensor split, or come out, a million times.
  private void requireAllowed(Layer layer, long bytes) {
    made = sum(made, bytes);
    try {
      model.limits().requireData("with it the model makes", made);
    } catch (IllegalArgumentException e) {
      throw model.problem(layer, String.valueOf(e.getMessage()));
    }
  }

  /// Counts the parts of a split before it is planned, and before its lengths are read: both take
  /// memory for each.
  private void requireParts(long count) {
    parts = sum(parts, count);
    model.limits().requireParts(parts);
  }

  /// The sum of what is not negative, or the largest number.
  private static long sum(long one, long other) {
    return other > Long.MAX_VALUE - one ? Long.MAX_VALUE : one + other;
  }

  private void begin(Layer layer, Tensor tensor) {
    values.put(layer, List.of(Value.onHost(tensor, uses(layer, 0))));
  }

  /// How many inputs of layers that are run an output feeds.
  private int uses(Layer layer, int output) {
    return (int)
        graph.consumers(layer, output).stream().filter(end -> needed[end.layer().index()]).count();
  }

  private Tensor constant(Layer layer) throws IOException {
    Constant constant = Constants.of(model, layer);
    ElementType type =
        constant
            .type()
            .orElseThrow(
                () ->
                    model.problem(
                        layer, "the type of its elements is not known, so it cannot be run"));
    if (type == ElementType.STRING) {
      throw model.problem(layer, "strings cannot be run; they have no place on a device");
    }
    return new Tensor(type, constant.shape(), model.weights().load(constant, type, arena));
  }

  private void split(Layer layer) {
    SplitPlan whole = plan(layer);
    requireOutputs(layer, whole.partCount());
    int[] used =
        IntStream.range(0, whole.partCount()).filter(part -> uses(layer, part) > 0).toArray();
    SplitPlan plan = whole.only(used);
    requireAllowed(layer, plan.parts().stream().mapToLong(Part::bytes).sum());
    Value data = source(layer, 0);
    List<ResidentTensor> parts;
    try {
      parts = data.on(device).split(plan);
    } catch (IllegalArgumentException e) {
      throw model.problem(layer, String.valueOf(e.getMessage()));
    }
    List<@Nullable Value> outputs = new ArrayList<>();
    Iterator<ResidentTensor> made = parts.iterator();
    for (int i = 0; i < whole.partCount(); i++) {
      int uses = uses(layer, i);
      Shape shape = whole.part(i).shape();
      outputs.add(uses == 0 ? null : Value.onDevice(data.type(), shape, made.next(), uses));
    }
    values.put(layer, outputs);
  }

  private SplitPlan plan(Layer layer) {
    try {
      return layer.kind() == LayerKind.SPLIT ? equal(layer) : variadic(layer);
    } catch (IllegalArgumentException e) {
      throw model.problem(layer, String.valueOf(e.getMessage()));
    }
  }

  private SplitPlan equal(Layer layer) {
    Value data = source(layer, 0);
    IntegerInput axis = source(layer, 1).integers(1);
    long count = NumSplits.of(layer.attribute("num_splits"));
    requireParts(count);
    return SplitOperation.split(PartialShape.of(data.shape()), data.type(), axis, count).plan();
  }

  private SplitPlan variadic(Layer layer) {
    Value data = source(layer, 0);
    IntegerInput axis = source(layer, 1).integers(1);
    Value counts = source(layer, 2);
    if (counts.holdsIntegers(SplitPlan.MAX_PARTS)) {
      requireParts(counts.shape().elements());
    }
    IntegerInput lengths = counts.integers(SplitPlan.MAX_PARTS);
    // Inferring checks the shapes of axis and lengths even where their values were not read.
    SplitOperation split =
        SplitOperation.variadicSplit(PartialShape.of(data.shape()), data.type(), axis, lengths);
    split.infer();
    return split.plan();
  }

  private void requireOutputs(Layer layer, int made) {
    for (int i = made; i < layer.outputs().size(); i++) {
      if (uses(layer, i) > 0) {
        throw model.problem(
            layer,
            "it makes %s parts, and output %s is used; mend the lengths, or the model"
                .formatted(made, i));
      }
    }
  }

  private Value source(Layer layer, int input) {
    Endpoint source = graph.source(layer, input).orElseThrow();
    List<@Nullable Value> outputs = Objects.requireNonNull(values.get(source.layer()));
    return Objects.requireNonNull(outputs.get(source.position()));
  }

  private void release(Layer layer) {
    for (int input = 0; input < layer.inputs().size(); input++) {
      source(layer, input).used();
    }
  }

  /// Gives back what a failure left, all of it, whatever fails on the way. Without one, nothing is
  /// left when the results are read.
  ///
  /// @param failure what else fails is suppressed by it
  void abandon(Throwable failure) {
    for (List<@Nullable Value> outputs : values.values()) {
      for (Value value : outputs) {
        if (value != null) {
          abandon(value, failure);
        }
      }
    }
  }

  private static void abandon(Value value, Throwable failure) {
    try {
      value.close();
    } catch (RuntimeException | Error e) {
      // HotSpot may throw one and the same OutOfMemoryError again.
      if (!e.equals(failure)) {
        failure.addSuppressed(e);
      }
    }
  }
}
