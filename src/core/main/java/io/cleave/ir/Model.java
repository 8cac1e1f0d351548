package io.cleave.ir;

import static io.cleave.text.Checks.require;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.file.Limits;
import io.cleave.file.MalformedFileException;
import io.cleave.spi.IoFailure;
import io.cleave.spi.Residence;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// An OpenVINO model, an `.xml` file of IR version 10 or 11 and the `.bin` file that its constants
/// are in.
///
/// An immutable value, safe for use by many threads. It holds nothing open: constants are read when
/// they are needed.
public final class Model {
  private final Path file;
  private final String name;
  private final int version;
  final Limits limits;

  /// The outermost graph first, each body after the graph around it.
  private final List<Graph> graphs;

  final Weights weights;

  Model(Path file, String name, int version, Graph graph, Limits limits) throws IOException {
    this.file = file;
    this.name = name;
    this.version = version;
    this.limits = limits;
    this.graphs = new ArrayList<>(List.of(graph));
    for (int i = 0; i < graphs.size(); i++) {
      graphs.get(i).layers().forEach(layer -> graphs.addAll(layer.bodies));
    }
    this.weights = Weights.of(file, layers());
  }

  /// Reads a model. Its `.bin` file, if it has constants, lies beside it under the same name; that
  /// it holds all of them is checked, but nothing of it is read. Without it, what only it knows is
  /// unknown; see [#missingWeights()].
  ///
  /// @param file the `.xml` file
  /// @throws MalformedFileException if a file is malformed
  /// @throws IOException if the `.xml` file is missing, or the system fails to read them
  public static Model read(Path file) throws IOException {
    return read(file, Limits.standard());
  }

  /// Reads a model that is not trusted. The limit of headers is that of its text; those of data and
  /// parts bound what a run makes.
  ///
  /// @throws MalformedFileException if the `.xml` file is larger, or a file is malformed
  /// @throws IOException if the `.xml` file is missing, or the system fails to read them
  public static Model read(Path file, Limits limits) throws IOException {
    return ModelReader.read(file, limits);
  }

  /// The `.xml` file.
  public Path file() {
    return file;
  }

  /// The model's own name; may be empty.
  public String name() {
    return name;
  }

  /// The version of the IR, 10 or 11.
  public int version() {
    return version;
  }

  /// The `.bin` file, if it does not exist and the model has constants in it. The splits are listed
  /// all the same, and only a model that does not need the constants can be run.
  public Optional<Path> missingWeights() {
    return weights.isMissing() ? Optional.of(weights.file()) : Optional.empty();
  }

  /// All splits of the model, those in bodies after those around them, and what is known of each.
  ///
  /// @throws IOException if the system fails to read a constant
  public List<SplitLayer> splits() throws IOException {
    Map<Layer, SplitLayer> known = known();
    return layers().flatMap(layer -> Stream.ofNullable(known.get(layer))).toList();
  }

  private Stream<Layer> layers() {
    return graphs.stream().flatMap(graph -> graph.layers().stream());
  }

  private Map<Layer, SplitLayer> known() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      return Inference.splits(graphs, weights.map(arena));
    } catch (InternalError e) {
      throw IoFailure.unreadable(weights.file(), e);
    }
  }

  /// The split of this name, or if there is none the one of this id in the outermost graph.
  ///
  /// @param path the name, after those of the layers around it: `loop/body/split`
  /// @throws IllegalArgumentException if there is none, or several layers have the name
  /// @throws IOException if the system fails to read a constant
  public SplitLayer split(String path) throws IOException {
    Layer layer = layer(path);
    SplitLayer split = known().get(layer);
    if (split == null) {
      throw layer.problem(file, "it is a %s and no split".formatted(OneLine.excerpt(layer.type)));
    }
    return split;
  }

  private Layer layer(String path) {
    String shown = Layer.shown(path);
    List<Layer> named = layers().filter(layer -> layer.path().equals(shown)).toList();
    // A Result may have the name of the layer that feeds it.
    List<Layer> splits = named.stream().filter(layer -> layer.kind.isSplit()).toList();
    List<Layer> meant = splits.size() == 1 ? splits : named;
    if (meant.isEmpty()) {
      meant =
          graph().layers().stream().filter(layer -> Long.toString(layer.id).equals(path)).toList();
    }
    require(!meant.isEmpty(), "%s: no layer is named \"%s\"", file, OneLine.excerpt(path));
    if (meant.size() > 1) {
      String ids = OneLine.list(meant.stream().mapToLong(layer -> layer.id).toArray());
      throw new IllegalArgumentException(
          "%s: %s layers are named \"%s\", those with the ids %s; give the id"
              .formatted(file, meant.size(), OneLine.excerpt(path), ids));
    }
    return meant.getFirst();
  }

  /// The parameters of a model that can be run, in the order of the file.
  ///
  /// @throws MalformedFileException if it cannot: a result depends on another kind of layer than
  ///   Parameter, Const, Split and VariadicSplit, on nothing, or on a constant whose file does not
  ///   exist
  public List<ModelInput> inputs() throws MalformedFileException {
    return new ModelRun(this).inputs();
  }

  /// The parameter of this name: that of a tensor, or if no tensor has it, that of the layer.
  ///
  /// @throws MalformedFileException as for [#inputs()]
  /// @throws IllegalArgumentException if there is none, or there are several
  public ModelInput input(String name) throws MalformedFileException {
    return new ModelRun(this).input(name);
  }

  /// The names of the results of a model that can be run, in the order of the file. Several may
  /// have one name.
  ///
  /// @throws MalformedFileException as for [#inputs()]
  public List<String> outputs() throws MalformedFileException {
    return new ModelRun(this).outputs();
  }

  /// Checks that a run would take these tensors.
  ///
  /// @param inputs as for [#run]
  /// @throws MalformedFileException as for [#inputs()]
  /// @throws IllegalArgumentException if a tensor is missing or does not fit
  public void check(Map<String, Tensor> inputs) throws MalformedFileException {
    new ModelRun(this).given(inputs);
  }

  /// Runs a model made of parameters, constants, splits and results; layers that no result depends
  /// on may be others. Tensors that are split again stay on the device.
  ///
  /// @param splitter does the work; stays open
  /// @param inputs a tensor for each input that is needed, by the name of its tensor or layer
  /// @param arena owns the memory of the results; a shared one lets a splitter use several threads
  /// @return the results, in the order of [#outputs()]; one that is an input as it came in is that
  ///   very tensor
  /// @throws MalformedFileException as for [#inputs()], or if a split cannot be
  /// @throws IllegalArgumentException if an input is missing or does not fit
  /// @throws IOException if a constant cannot be read
  public List<Tensor> run(Splitter splitter, Map<String, Tensor> inputs, Arena arena)
      throws IOException {
    try (Residence device = Residence.of(splitter)) {
      return new ModelRun(this).run(device, inputs, arena);
    }
  }

  Graph graph() {
    return graphs.getFirst();
  }
}
