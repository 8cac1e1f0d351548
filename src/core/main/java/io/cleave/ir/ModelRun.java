package io.cleave.ir;

import static io.cleave.text.Checks.require;

import io.cleave.Tensor;
import io.cleave.file.MalformedFileException;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Failures;
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
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One walk over a model that is made of parameters, constants, splits and results. Only what its
/// results depend on is run, and must be of those kinds. Not safe for use by many threads.
final class ModelRun {
  private final Model model;

  /// The layers that a result depends on.
  private final Set<Layer> needed = new HashSet<>();

  /// How many inputs of these layers still need each output.
  private final Map<Endpoint, Integer> uses = new HashMap<>();

  private final Map<Layer, ModelInput> inputs = new LinkedHashMap<>();
  private final Map<Layer, String> outputs = new LinkedHashMap<>();

  /// The tensors that are still needed.
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
      if (layer.kind == Layer.Kind.RESULT || needed.contains(layer)) {
        needed.add(layer);
        for (Endpoint source : layer.sources.values()) {
          needed.add(source.layer());
          uses.merge(source, 1, Integer::sum);
        }
      }
    }
    forEachNeeded(this::requireRunnable);
    for (Layer layer : model.graph().layers()) {
      if (layer.kind == Layer.Kind.PARAMETER) {
        inputs.put(layer, input(layer));
      } else if (layer.kind == Layer.Kind.RESULT) {
        outputs.put(layer, name(layer));
      }
    }
    if (outputs.isEmpty()) {
      throw new MalformedFileException(
          model.file(), "the model has no Result, so there is nothing to run; run one split of it");
    }
  }

  /// Runs an action for each needed layer, after those that feed it. An IllegalArgumentException is
  /// reported as a problem of the layer.
  private void forEachNeeded(Consumer<Layer> action) throws MalformedFileException {
    for (Layer layer : model.graph().order().stream().filter(needed::contains).toList()) {
      try {
        action.accept(layer);
      } catch (IllegalArgumentException e) {
        throw layer.problem(model.file(), String.valueOf(e.getMessage()));
      }
    }
  }

  private void requireRunnable(Layer layer) {
    Layer.Kind kind = layer.kind;
    require(
        kind != Layer.Kind.OTHER,
        "%s cannot be run, only Parameter, Const, Split, VariadicSplit and Result; run one split of"
            + " the model",
        OneLine.excerpt(layer.type));
    require(
        layer.inputs.size() <= kind.inputs,
        "a %s takes %s inputs, and the file lists %s; write the model again",
        layer.type,
        kind.inputs,
        layer.inputs.size());
    layer.requireSources();
    for (int output : layer.consumers.keySet()) {
      require(
          output < kind.outputs,
          "a %s gives %s outputs, and an edge uses number %s; write the model again",
          layer.type,
          kind.outputs,
          output + 1);
    }
    require(
        kind != Layer.Kind.CONSTANT || layer.size == 0 || !model.weights.isMissing(),
        "its data is in %s, which does not exist; put it beside the .xml file",
        model.weights.file());
  }

  private ModelInput input(Layer layer) {
    Stream<Port> port = layer.outputs.stream().limit(1);
    List<String> names =
        Stream.concat(port.flatMap(each -> each.names().stream()), Stream.of(layer.path()))
            .toList();
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
        inputs().stream()
            .filter(input -> input.names().subList(0, input.names().size() - 1).contains(name))
            .toList();
    if (named.isEmpty()) {
      named = inputs().stream().filter(input -> input.names().getLast().equals(name)).toList();
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
          require(given.put(input, tensor) == null, "%s is given twice; give it one tensor", input);
          require(
              input.type().orElse(tensor.type()) == tensor.type()
                  && Facts.agree(PartialShape.of(tensor.shape()), input.shape()),
              "%s is given %s, which does not fit; give what the model takes",
              input,
              tensor);
        });
    for (ModelInput input : inputs.values()) {
      require(!input.isNeeded() || given.containsKey(input), "%s is missing; give it", input);
    }
    return given;
  }

  /// Runs the model. Called once.
  ///
  /// @return the results in order
  List<Tensor> run(Residence device, Map<String, Tensor> tensors, Arena arena) throws IOException {
    Map<ModelInput, Tensor> given = given(tensors);
    MemorySegment weights = model.weights.map(arena);
    Map<Layer, Tensor> results = new HashMap<>();
    try {
      forEachNeeded(
          layer -> {
            switch (layer.kind) {
              case PARAMETER -> hold(layer, Objects.requireNonNull(given.get(inputs.get(layer))));
              case CONSTANT -> hold(layer, constant(layer, weights));
              case RESULT -> results.put(layer, result(layer, arena));
              default -> split(layer, device);
            }
            layer.sources.values().forEach(this::release);
          });
      model.weights.requireWhole();
    } catch (IOException | RuntimeException | Error e) {
      values.values().forEach(value -> Failures.suppressed(e, value::close));
      throw e;
    }
    return outputs.keySet().stream().map(results::get).toList();
  }

  private void hold(Layer layer, Tensor tensor) {
    values.put(new Endpoint(layer, 0), new Value(tensor.type(), tensor.shape(), tensor, null));
  }

  private static Tensor constant(Layer layer, MemorySegment weights) {
    ElementType type = layer.declared.type().orElse(ElementType.STRING);
    require(
        type != ElementType.STRING,
        "its elements are strings, or of a type that is not known, and cannot be run");
    Shape shape = layer.declared.shape().toShape();
    MemorySegment data = Weights.data(layer, weights);
    return new Tensor(type, shape, data.asSlice(0, type.bytes(shape.elements())));
  }

  private Tensor result(Layer layer, Arena arena) {
    Value value = source(layer, 0);
    requireData(value.type.bytes(value.shape.elements()));
    return value.read(arena);
  }

  /// Counts bytes before they are allocated: a small model may split one tensor a million times.
  private void requireData(long bytes) {
    made = made + bytes < 0 ? Long.MAX_VALUE : made + bytes;
    model.limits.requireData("with it the model makes", made);
  }

  /// Counts the parts of a split before it is planned, and before its lengths are read: both take
  /// memory for each.
  private void requireParts(long count) {
    parts = parts + count < 0 ? Long.MAX_VALUE : parts + count;
    model.limits.requireParts(parts);
  }

  private void split(Layer layer, Residence device) {
    SplitPlan whole = plan(layer);
    int[] used =
        IntStream.range(0, layer.outputs.size())
            .filter(part -> uses.containsKey(new Endpoint(layer, part)))
            .toArray();
    if (used.length > 0 && used[used.length - 1] >= whole.partCount()) {
      throw new IllegalArgumentException(
          "it makes %s parts, and output %s is used; correct the lengths, or the model"
              .formatted(whole.partCount(), used[used.length - 1]));
    }
    SplitPlan plan = whole.only(used);
    requireData(plan.partBytes());
    List<ResidentTensor> tensors = placed(layer, device).split(plan);
    for (int i = 0; i < used.length; i++) {
      Value part = new Value(plan.partType(), plan.part(i).shape(), null, tensors.get(i));
      values.put(new Endpoint(layer, used[i]), part);
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
    requireParts(lengths.shape.elements());
    SplitOperation split =
        SplitOperation.variadicSplit(shape, data.type, axis, lengths.integers(SplitPlan.MAX_PARTS));
    // Inferring checks the shapes of axis and lengths even where their values were not read.
    split.infer();
    return split.plan();
  }

  /// The data of a split on the device. It is transferred once.
  private ResidentTensor placed(Layer layer, Residence device) {
    Value data = source(layer, 0);
    if (data.resident != null) {
      return data.resident;
    }
    ResidentTensor placed = device.place(Objects.requireNonNull(data.host));
    values.put(
        Objects.requireNonNull(layer.sources.get(0)),
        new Value(data.type, data.shape, data.host, placed));
    return placed;
  }

  private Value source(Layer layer, int input) {
    return Objects.requireNonNull(values.get(layer.sources.get(input)), "it comes before");
  }

  /// Counts a use of a tensor, and closes it after the last one.
  private void release(Endpoint source) {
    if (uses.merge(source, -1, Integer::sum) == 0) {
      Objects.requireNonNull(values.remove(source), "it comes before").close();
    }
  }

  /// A tensor while the model runs, on the host, on the device, or on both.
  private record Value(
      ElementType type, Shape shape, @Nullable Tensor host, @Nullable ResidentTensor resident) {
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

    /// The elements of an axis or of lengths; unknown if there are too many, or they are no
    /// integers.
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

    void close() {
      if (resident != null) {
        resident.close();
      }
    }
  }
}
