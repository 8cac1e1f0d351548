package io.cleave.ir;

import io.cleave.Tensor;
import io.cleave.file.MalformedFileException;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One walk over a model that is made of parameters, constants, splits and results. Only what its
/// results depend on is run, and must be of those kinds. Not safe for use by many threads.
final class ModelRun {
  private final Model model;

  /// The layers that a result depends on.
  private final Set<Layer> needed = new HashSet<>();

  private final Map<Layer, ModelInput> inputs = new LinkedHashMap<>();
  private final Map<Layer, String> outputs = new LinkedHashMap<>();

  /// What the outputs of the layers hold that have been run.
  private final Map<Endpoint, Value> values = new HashMap<>();

  /// The bytes of all parts and results so far.
  private long made;

  /// The parts of all splits so far.
  private long parts;

  /// Checks that a model can be run.
  ///
  /// @throws MalformedFileException if it cannot
  ModelRun(Model model) throws MalformedFileException {
    this.model = model;
    for (Layer layer : model.graph().order().reversed()) {
      if (layer.kind == Layer.Kind.RESULT
          || layer.consumers.keySet().stream().anyMatch(output -> uses(layer, output) > 0)) {
        needed.add(layer);
      }
    }
    for (Layer layer : model.graph().order()) {
      if (needed.contains(layer)) {
        requireRunnable(layer);
      }
    }
    for (Layer layer : model.graph().layers()) {
      switch (layer.kind) {
        case PARAMETER -> inputs.put(layer, input(layer));
        case CONSTANT ->
            require(
                !needed.contains(layer) || layer.size == 0 || !model.weights().isMissing(),
                layer,
                "its data is in %s, which does not exist; put it beside the .xml file"
                    .formatted(model.weights().file()));
        case RESULT -> outputs.put(layer, name(layer));
        default -> {}
      }
    }
    if (outputs.isEmpty()) {
      throw new MalformedFileException(
          model.file(), "the model has no Result, so there is nothing to run; run one split of it");
    }
  }

  /// How many inputs of layers that are run an output feeds.
  private int uses(Layer layer, int output) {
    return (int)
        layer.consumers(output).stream().filter(end -> needed.contains(end.layer())).count();
  }

  private void require(boolean isRight, Layer layer, String problem) throws MalformedFileException {
    if (!isRight) {
      throw layer.problem(model.file(), problem);
    }
  }

  private void requireRunnable(Layer layer) throws MalformedFileException {
    Layer.Kind kind = layer.kind;
    String again = "; write the model again";
    require(
        kind != Layer.Kind.OTHER,
        layer,
        OneLine.excerpt(layer.type)
            + " cannot be run, only Parameter, Const, Split, VariadicSplit and Result; run one"
            + " split of the model");
    int listed = layer.inputs.size();
    require(
        listed <= kind.inputs,
        layer,
        "a %s takes %s inputs, and the file lists %s".formatted(layer.type, kind.inputs, listed)
            + again);
    for (int input = 0; input < kind.inputs; input++) {
      require(
          layer.sources.containsKey(input),
          layer,
          "nothing is connected to its input %s".formatted(input) + again);
    }
    for (int output : layer.consumers.keySet()) {
      require(
          output < kind.outputs,
          layer,
          "a %s gives %s outputs, and an edge uses number %s"
                  .formatted(layer.type, kind.outputs, output + 1)
              + again);
    }
  }

  private ModelInput input(Layer layer) {
    List<String> names = new ArrayList<>();
    if (!layer.outputs.isEmpty()) {
      names.addAll(layer.outputs.getFirst().names());
    }
    names.add(layer.path());
    return new ModelInput(
        names, layer.declared.type(), layer.declared.shape(), needed.contains(layer));
  }

  private String name(Layer result) {
    Endpoint source = Objects.requireNonNull(result.sources.get(0), "it was checked");
    List<String> names =
        new ArrayList<>(ModelReader.names(result.attributes.getOrDefault("output_names", "")));
    names.addAll(source.layer().outputs.get(source.position()).names());
    names.add(result.name.isEmpty() ? "result" + outputs.size() : result.name);
    return names.getFirst();
  }

  List<ModelInput> inputs() {
    return List.copyOf(inputs.values());
  }

  List<String> outputs() {
    return List.copyOf(outputs.values());
  }

  /// The input that has this name as a tensor or, if none has, as a layer.
  ///
  /// @throws IllegalArgumentException if there is none, or there are several
  ModelInput input(String name) {
    List<ModelInput> named =
        inputs().stream().filter(input -> input.tensorNames().contains(name)).toList();
    if (named.isEmpty()) {
      named = inputs().stream().filter(input -> input.layerName().equals(name)).toList();
    }
    if (named.size() != 1) {
      List<String> names = inputs().stream().map(each -> each.names().getFirst()).toList();
      throw new IllegalArgumentException(
          "%s: %s inputs are named \"%s\"; the model has %s"
              .formatted(
                  model.file(),
                  named.isEmpty() ? "no" : named.size(),
                  OneLine.excerpt(name),
                  OneLine.excerpt(names.toString())));
    }
    return named.getFirst();
  }

  /// The tensors by the inputs that they are for.
  ///
  /// @throws IllegalArgumentException if one is missing or does not fit
  Map<ModelInput, Tensor> given(Map<String, Tensor> tensors) {
    Map<ModelInput, Tensor> given = new HashMap<>();
    tensors.forEach(
        (name, tensor) -> {
          ModelInput input = input(name);
          if (given.put(input, tensor) != null) {
            throw new IllegalArgumentException(
                "%s is given twice; give it one tensor".formatted(input));
          }
          if (input.type().filter(type -> type != tensor.type()).isPresent()
              || !Facts.agree(PartialShape.of(tensor.shape()), input.shape())) {
            throw new IllegalArgumentException(
                "%s is given %s, which does not fit; give what the model takes"
                    .formatted(input, tensor));
          }
        });
    for (ModelInput input : inputs.values()) {
      if (input.isNeeded() && !given.containsKey(input)) {
        throw new IllegalArgumentException("%s is missing; give it".formatted(input));
      }
    }
    return given;
  }

  /// Runs the model. Called once.
  ///
  /// @return the results in order
  List<Tensor> run(Residence device, Map<String, Tensor> tensors, Arena arena) throws IOException {
    Map<ModelInput, Tensor> given = given(tensors);
    MemorySegment weights = model.weights().map(arena);
    Map<Layer, Tensor> results = new HashMap<>();
    try {
      for (Layer layer : model.graph().order()) {
        if (needed.contains(layer)) {
          switch (layer.kind) {
            case PARAMETER -> begin(layer, Objects.requireNonNull(given.get(inputs.get(layer))));
            case CONSTANT -> begin(layer, constant(layer, weights));
            case RESULT -> results.put(layer, result(layer, arena));
            default -> split(layer, device);
          }
          layer.sources.values().forEach(source -> value(source).used());
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      abandon(e);
      throw e;
    }
    return outputs.keySet().stream().map(results::get).toList();
  }

  private void begin(Layer layer, Tensor tensor) {
    values.put(
        new Endpoint(layer, 0),
        new Value(tensor.type(), tensor.shape(), tensor, null, uses(layer, 0)));
  }

  private Tensor constant(Layer layer, MemorySegment weights) throws MalformedFileException {
    ElementType type = layer.declared.type().orElse(ElementType.STRING);
    require(
        type != ElementType.STRING,
        layer,
        "its elements are strings, or of a type that is not known, and cannot be run");
    Shape shape = layer.declared.shape().toShape();
    MemorySegment data = Weights.data(layer, weights);
    return new Tensor(type, shape, data.asSlice(0, type.bytes(shape.elements())));
  }

  private Tensor result(Layer layer, Arena arena) throws MalformedFileException {
    Value value = source(layer, 0);
    try {
      requireData(value.type.bytes(value.shape.elements()));
    } catch (IllegalArgumentException e) {
      throw layer.problem(model.file(), String.valueOf(e.getMessage()));
    }
    return value.read(arena);
  }

  /// A small model may have one tensor split, or come out, a million times.
  private void requireData(long bytes) {
    made = made + bytes < 0 ? Long.MAX_VALUE : made + bytes;
    model.limits().requireData("with it the model makes", made);
  }

  /// Counts the parts of a split before it is planned, and before its lengths are read: both take
  /// memory for each.
  private void requireParts(long count) {
    parts = parts + count < 0 ? Long.MAX_VALUE : parts + count;
    model.limits().requireParts(parts);
  }

  private void split(Layer layer, Residence device) throws MalformedFileException {
    try {
      SplitPlan whole = plan(layer);
      int[] used =
          IntStream.range(0, layer.outputs.size()).filter(part -> uses(layer, part) > 0).toArray();
      if (used.length > 0 && used[used.length - 1] >= whole.partCount()) {
        throw new IllegalArgumentException(
            "it makes %s parts, and output %s is used; mend the lengths, or the model"
                .formatted(whole.partCount(), used[used.length - 1]));
      }
      SplitPlan plan = whole.only(used);
      requireData(plan.parts().stream().mapToLong(Part::bytes).sum());
      List<ResidentTensor> tensors = source(layer, 0).on(device).split(plan);
      for (int i = 0; i < used.length; i++) {
        Shape shape = plan.part(i).shape();
        values.put(
            new Endpoint(layer, used[i]),
            new Value(plan.partType(), shape, null, tensors.get(i), uses(layer, used[i])));
      }
    } catch (IllegalArgumentException e) {
      throw layer.problem(model.file(), String.valueOf(e.getMessage()));
    }
  }

  private SplitPlan plan(Layer layer) {
    Value data = source(layer, 0);
    PartialShape shape = PartialShape.of(data.shape);
    IntegerInput axis = source(layer, 1).integers(1);
    if (layer.kind == Layer.Kind.SPLIT) {
      long count = Inference.count(layer);
      requireParts(count);
      return SplitOperation.split(shape, data.type, axis, count).plan();
    }
    Value lengths = source(layer, 2);
    if (lengths.shape.elements() <= SplitPlan.MAX_PARTS) {
      requireParts(lengths.shape.elements());
    }
    SplitOperation split =
        SplitOperation.variadicSplit(shape, data.type, axis, lengths.integers(SplitPlan.MAX_PARTS));
    // Inferring checks the shapes of axis and lengths even where their values were not read.
    split.infer();
    return split.plan();
  }

  private Value source(Layer layer, int input) {
    return value(Objects.requireNonNull(layer.sources.get(input), "it was checked"));
  }

  private Value value(Endpoint output) {
    return Objects.requireNonNull(values.get(output), "it comes before");
  }

  /// Gives back what a failure left, all of it, whatever fails on the way. Without one, nothing is
  /// left when the results are read.
  private void abandon(Throwable failure) {
    for (Value value : values.values()) {
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

  /// A tensor while the model runs, on the host or on the device. It is closed when the last layer
  /// that uses it is done.
  private static final class Value {
    private final ElementType type;
    private final Shape shape;
    private final @Nullable Tensor host;
    private @Nullable ResidentTensor resident;

    /// How many inputs it still has to feed.
    private int uses;

    Value(
        ElementType type,
        Shape shape,
        @Nullable Tensor host,
        @Nullable ResidentTensor resident,
        int uses) {
      this.type = type;
      this.shape = shape;
      this.host = host;
      this.resident = resident;
      this.uses = uses;
    }

    /// The tensor on the device, where it is brought once.
    ResidentTensor on(Residence device) {
      ResidentTensor there = resident;
      if (there == null) {
        there = device.place(Objects.requireNonNull(host, "a value is somewhere"));
        resident = there;
      }
      return there;
    }

    /// The tensor on the host.
    ///
    /// @param arena owns the memory if it has to come from the device
    Tensor read(Arena arena) {
      if (host != null) {
        return host;
      }
      Tensor tensor = Tensor.allocate(type, shape, arena);
      Objects.requireNonNull(resident, "a value is somewhere").read(tensor.data());
      return tensor;
    }

    /// Its elements as an axis or as lengths; unknown if they are more than these, or no integers.
    ///
    /// @throws IllegalArgumentException if one is too large
    IntegerInput integers(long most) {
      if (!type.holdsIndices() || shape.elements() > most) {
        return IntegerInput.unknown(type, PartialShape.of(shape));
      }
      try (Arena arena = Arena.ofShared()) {
        return Weights.integers(type, shape, read(arena).data());
      }
    }

    void used() {
      if (--uses == 0) {
        close();
      }
    }

    void close() {
      ResidentTensor there = resident;
      resident = null;
      if (there != null) {
        there.close();
      }
    }
  }
}
