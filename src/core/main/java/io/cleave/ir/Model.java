package io.cleave.ir;

import io.cleave.file.Limits;
import io.cleave.ir.weights.Weights;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An OpenVINO model: the graph of its `.xml` file, and the `.bin` file that its constants are in.
///
/// An immutable value, safe for use by many threads. It holds nothing open: constants are read or
/// mapped when they are needed.
public final class Model {
  private final Path file;
  private final String name;
  private final int version;
  private final Graph graph;
  private final Weights weights;

  private final Limits limits;

  Model(Path file, String name, int version, Graph graph, Limits limits) throws IOException {
    this.file = file;
    this.limits = limits;
    this.name = name;
    this.version = version;
    this.graph = graph;
    this.weights = Constants.weights(this);
    Parameter.check(this);
  }

  /// Reads a model of IR version 10 or 11. Its `.bin` file, if it has constants, lies beside it
  /// under the same name; that it holds all of them is checked, but nothing of it is read. Without
  /// it, what only it knows is unknown; see [#missingWeights()].
  ///
  /// @param file the `.xml` file
  /// @throws BadModelException if the `.xml` file is missing, or a file is malformed
  /// @throws IOException if the system fails to read them
  public static Model read(Path file) throws IOException {
    return read(file, Limits.standard());
  }

  /// The same for one that may take as much as this: its text that of a header, what a run of it
  /// makes that of data, and the parts of its splits that of parts.
  ///
  /// @throws BadModelException if the `.xml` file is missing or larger, or a file is malformed
  /// @throws IOException if the system fails to read them
  public static Model read(Path file, Limits limits) throws IOException {
    return ModelParser.parse(file, limits);
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

  /// The `.bin` file, if it does not exist and the model has constants in it: splits are listed
  /// with what else is known of them, and only a model that does not need the constants can be run.
  public Optional<Path> missingWeights() {
    return weights.isMissing() ? Optional.of(weights.file()) : Optional.empty();
  }

  /// The outermost graph.
  public Graph graph() {
    return graph;
  }

  /// All graphs, the outermost first, each body after the graph that it is inside of.
  public List<Graph> graphs() {
    List<Graph> graphs = new ArrayList<>(List.of(graph));
    for (int i = 0; i < graphs.size(); i++) {
      for (Layer layer : graphs.get(i).layers()) {
        graphs.addAll(layer.bodies());
      }
    }
    return graphs;
  }

  /// All splits of the model, those in bodies after those around them, and what is known of each.
  ///
  /// @throws IOException if the system fails to read a constant
  public List<SplitLayer> splits() throws IOException {
    List<SplitLayer> splits = new ArrayList<>();
    Surplus surplus = new Surplus();
    for (Graph each : graphs()) {
      splits.addAll(Inference.splits(this, each, _ -> surplus));
    }
    return splits;
  }

  /// The split of this name, or if there is none the one of this id in the outermost graph.
  ///
  /// @param name as in [Layer#path()]
  /// @throws IllegalArgumentException if there is none, or several layers have the name
  /// @throws IOException if the system fails to read a constant
  public SplitLayer split(String name) throws IOException {
    Layer layer = LayerSearch.find(this, name);
    if (!layer.kind().isSplit()) {
      throw problem(
          layer,
          "it is a %s and no split; 'cleave ir' lists the splits"
              .formatted(OneLine.excerpt(layer.type())));
    }
    Graph around = graphs().stream().filter(each -> each.has(layer)).findFirst().orElseThrow();
    Surplus own = new Surplus();
    Surplus others = new Surplus();
    return Inference.splits(this, around, each -> each.equals(layer) ? own : others).stream()
        .filter(split -> split.layer().equals(layer))
        .findFirst()
        .orElseThrow();
  }

  Limits limits() {
    return limits;
  }

  Weights weights() {
    return weights;
  }

  BadModelException problem(Layer layer, String problem) {
    return BadModelException.of(file, layer, problem);
  }
}
