package io.cleave.ir;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.ir.infer.Shapes;
import io.cleave.ir.text.TensorNames;
import io.cleave.spi.Residence;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A model made of parameters, constants, splits and results, ready to run. Only what its results
/// depend on is run, and must be of those kinds.
///
/// An immutable value; any number of threads may execute it, each on a residence of its own.
public final class ModelRun {
  private final Model model;
  private final boolean[] needed;
  private final List<ModelInput> inputs = new ArrayList<>();
  private final Map<String, List<ModelInput>> byTensor = new HashMap<>();
  private final Map<String, List<ModelInput>> byLayer = new HashMap<>();
  private final List<ModelOutput> outputs = new ArrayList<>();

  private ModelRun(Model model) {
    this.model = model;
    this.needed = needed(model.graph());
  }

  /// Checks that a model can be run.
  ///
  /// @throws BadModelException if a result depends on a layer of another kind, on nothing, or on a
  ///   constant whose file does not exist
  public static ModelRun of(Model model) {
    ModelRun run = new ModelRun(model);
    for (int index : model.graph().order()) {
      if (run.needed[index]) {
        run.requireRunnable(model.graph().layers().get(index));
      }
    }
    run.requireConstants();
    run.list();
    return run;
  }

  /// After all else: what cannot be run with its constants either is refused for that.
  private void requireConstants() {
    for (Layer layer : model.graph().layers()) {
      if (needed[layer.index()] && layer.kind() == LayerKind.CONSTANT) {
        Constants.requireData(model, layer);
      }
    }
  }

  private static boolean[] needed(Graph graph) {
    boolean[] needed = new boolean[graph.layers().size()];
    Deque<Layer> open = new ArrayDeque<>();
    for (Layer layer : graph.layers()) {
      if (layer.kind() == LayerKind.RESULT) {
        needed[layer.index()] = true;
        open.push(layer);
      }
    }
    while (!open.isEmpty()) {
      Layer layer = open.pop();
      for (int input = 0; input < layer.inputs().size(); input++) {
        graph
            .source(layer, input)
            .map(Endpoint::layer)
            .filter(source -> !needed[source.index()])
            .ifPresent(
                source -> {
                  needed[source.index()] = true;
                  open.push(source);
                });
      }
    }
    return needed;
  }

  private void requireRunnable(Layer layer) {
    int takes =
        switch (layer.kind()) {
          case PARAMETER, CONSTANT -> 0;
          case RESULT -> 1;
          case SPLIT -> 2;
          case VARIADIC_SPLIT -> 3;
          case OTHER ->
              throw model.problem(
                  layer,
                  "%s cannot be run, only Parameter, Const, Split, VariadicSplit and Result; run one split of the model with --layer NAME --data FILE"
                      .formatted(OneLine.excerpt(layer.type())));
        };
    if (layer.inputs().size() > takes) {
      throw model.problem(
          layer,
          "a %s takes %s inputs, and the file lists %s; write the model again"
              .formatted(layer.type(), takes, layer.inputs().size()));
    }
    for (int input = 0; input < takes; input++) {
      Endpoint source = model.graph().source(layer, input).orElse(null);
      if (source == null) {
        throw model.problem(
            layer, "nothing is connected to its input %s; write the model again".formatted(input));
      }
      requireOutput(source);
    }
  }

  /// An edge may name any port that the file lists; what a split has, only its lengths say.
  private void requireOutput(Endpoint source) {
    Layer layer = source.layer();
    int gives =
        switch (layer.kind()) {
          case PARAMETER, CONSTANT -> 1;
          case RESULT -> 0;
          case SPLIT, VARIADIC_SPLIT, OTHER -> Integer.MAX_VALUE;
        };
    if (source.position() >= gives) {
      throw model.problem(
          layer,
          "a %s gives %s outputs, and an edge uses number %s; write the model again"
              .formatted(layer.type(), gives, source.position() + 1));
    }
  }

  private void list() {
    for (Layer layer : model.graph().layers()) {
      switch (layer.kind()) {
        case PARAMETER -> add(input(layer));
        case RESULT -> outputs.add(new ModelOutput(outputs.size(), layer, name(layer)));
        default -> {}
      }
    }
    if (outputs.isEmpty()) {
      throw BadModelException.in(
          model.file(),
          "the model has no Result, so there is nothing to run; run one split with --layer NAME"
              + " --data FILE");
    }
  }

  private void add(ModelInput input) {
    inputs.add(input);
    // Not Set.copyOf: of names with equal hash codes that takes quadratic time.
    for (String name : new HashSet<>(input.names())) {
      byTensor.computeIfAbsent(name, _ -> new ArrayList<>()).add(input);
    }
    byLayer.computeIfAbsent(input.layer().path(), _ -> new ArrayList<>()).add(input);
  }

  private ModelInput input(Layer layer) {
    Parameter parameter = Parameter.of(model, layer);
    List<String> names = layer.outputs().isEmpty() ? List.of() : layer.outputs().getFirst().names();
    return new ModelInput(layer, names, parameter.type(), parameter.shape(), needed[layer.index()]);
  }

  private String name(Layer result) {
    Endpoint source = model.graph().source(result, 0).orElseThrow();
    List<String> own = TensorNames.parse(result.attribute("output_names").orElse(null));
    List<String> fed = source.layer().outputs().get(source.position()).names();
    if (!own.isEmpty() || !fed.isEmpty()) {
      return own.isEmpty() ? fed.getFirst() : own.getFirst();
    }
    return result.name().isEmpty() ? "result" + outputs.size() : result.name();
  }

  /// All parameters of the model, in the order of the file.
  public List<ModelInput> inputs() {
    return List.copyOf(inputs);
  }

  /// All results of the model, in the order of the file.
  public List<ModelOutput> outputs() {
    return List.copyOf(outputs);
  }

  /// The input of this name: that of a tensor, or if no tensor has it, that of a parameter.
  ///
  /// @throws IllegalArgumentException if there is none, or there are several
  public ModelInput input(String name) {
    List<ModelInput> found = named(name);
    if (found.size() == 1) {
      return found.getFirst();
    }
    throw BadModelException.in(
        model.file(),
        "%s inputs are named \"%s\"; the model has %s"
            .formatted(found.isEmpty() ? "no" : found.size(), OneLine.excerpt(name), inputNames()));
  }

  /// Whether an input has this name.
  public boolean hasInput(String name) {
    return !named(name).isEmpty();
  }

  private List<ModelInput> named(String name) {
    return byTensor.getOrDefault(name, byLayer.getOrDefault(name, List.of()));
  }

  private String inputNames() {
    return inputs.isEmpty()
        ? "none"
        : OneLine.excerpt(
            inputs.stream()
                .map(input -> "\"" + input.name() + "\"")
                .collect(Collectors.joining(", ")));
  }

  /// Checks that the tensors are those that the model takes.
  ///
  /// @throws IllegalArgumentException if one is missing or does not fit
  public void check(Map<ModelInput, Tensor> given) {
    for (ModelInput input : inputs) {
      requireGiven(input, given);
    }
  }

  /// Runs the model. Parts that are split again stay on the device; only the results come back.
  ///
  /// @param splitter does the work; stays open
  /// @param given a tensor for each input that is needed, whose memory stays alive meanwhile
  /// @param arena owns the memory of the results; a shared one lets a splitter use several threads
  /// @return the outputs in order; one that is an input as it came in is that very tensor
  /// @throws IllegalArgumentException if an input is missing or does not fit, or a split cannot be
  /// @throws IOException if a constant cannot be read
  public Map<ModelOutput, Tensor> execute(
      Splitter splitter, Map<ModelInput, Tensor> given, Arena arena) throws IOException {
    try (Residence device = Residence.of(splitter)) {
      return execute(device, given, arena);
    }
  }

  /// Runs the model where tensors stay open.
  Map<ModelOutput, Tensor> execute(Residence device, Map<ModelInput, Tensor> given, Arena arena)
      throws IOException {
    check(given);
    Execution execution = new Execution(model, needed, device, arena);
    try {
      return execution.run(given, outputs);
    } catch (IOException | RuntimeException | Error e) {
      execution.abandon(e);
      throw e;
    }
  }

  private void requireGiven(ModelInput input, Map<ModelInput, Tensor> given) {
    Tensor tensor = given.get(input);
    if (tensor == null) {
      if (input.isNeeded()) {
        throw new IllegalArgumentException(
            "%s is missing; give it with --input '%s=FILE'"
                .formatted(input, OneLine.excerpt(input.name())));
      }
      return;
    }
    if (input.type().filter(type -> type != tensor.type()).isPresent()
        || !Shapes.fits(tensor.shape(), input.shape())) {
      throw new IllegalArgumentException(
          "%s is given %s, which does not fit; give what the model takes".formatted(input, tensor));
    }
  }
}
