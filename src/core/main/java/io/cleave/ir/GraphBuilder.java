package io.cleave.ir;

import io.cleave.ir.edge.Connections;
import io.cleave.ir.edge.EdgeList;
import io.cleave.text.OneLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A graph while it is read.
final class GraphBuilder {
  private final Path file;
  private final Scope scope;
  private final List<Layer> layers = new ArrayList<>();
  private final Map<Long, Integer> byId = new HashMap<>();
  private final EdgeList edges = new EdgeList();
  private @Nullable LayerBuilder open;

  /// @param scope what stands before the names of its layers
  GraphBuilder(Path file, Scope scope) {
    this.file = file;
    this.scope = scope;
  }

  void begin(LayerBuilder layer) {
    open = layer;
  }

  /// The layer that is being read.
  LayerBuilder layer() {
    return Objects.requireNonNull(open, "the parser is inside of a layer");
  }

  /// What stands before the names of layers inside of the one that is being read.
  Scope inner(String element) {
    LayerBuilder layer = layer();
    String name = layer.name().isEmpty() ? "#" + layer.id() : layer.name();
    return scope.inside(name, element);
  }

  /// Ends the layer that is being read.
  void end() {
    Layer layer;
    LayerBuilder builder = layer();
    try {
      layer = builder.build(layers.size(), scope);
    } catch (IllegalArgumentException e) {
      throw BadModelException.at(
          file,
          builder.line(),
          "layer %s \"%s\": %s"
              .formatted(builder.id(), OneLine.excerpt(builder.name()), e.getMessage()));
    }
    Integer before = byId.putIfAbsent(layer.id(), layers.size());
    if (before != null) {
      throw BadModelException.of(
          file,
          layer,
          "the id %s belongs to the layer of line %s already; give each layer its own"
              .formatted(layer.id(), layers.get(before).line()));
    }
    layers.add(layer);
    open = null;
  }

  void edge(long fromLayer, long fromPort, long toLayer, long toPort, int line) {
    edges.add(fromLayer, fromPort, toLayer, toPort, line);
  }

  /// Joins the layers.
  ///
  /// @throws BadModelException if an edge does not fit them, or edges form a cycle
  Graph build() {
    List<Layer> all = List.copyOf(layers);
    Connections connections =
        new Connections(
            all.stream().mapToInt(layer -> layer.inputs().size()).toArray(),
            all.stream().mapToInt(layer -> layer.outputs().size()).toArray());
    PortPositions inputs = new PortPositions();
    PortPositions outputs = new PortPositions();
    for (int edge = 0; edge < edges.size(); edge++) {
      join(edge, inputs, outputs, connections);
    }
    connections.complete();
    int[] order = connections.order();
    if (order.length < all.size()) {
      throw cycle(order, connections);
    }
    return new Graph(all, connections, order);
  }

  private void join(
      int edge, PortPositions inputs, PortPositions outputs, Connections connections) {
    int from = layer(edges.fromLayer(edge), edge);
    int to = layer(edges.toLayer(edge), edge);
    Layer giver = layers.get(from);
    Layer taker = layers.get(to);
    int output = outputs.find(giver, giver.outputs(), edges.fromPort(edge));
    int input = inputs.find(taker, taker.inputs(), edges.toPort(edge));
    if (output < 0) {
      throw noPort(edge, "output", edges.fromPort(edge), giver);
    }
    if (input < 0) {
      throw noPort(edge, "input", edges.toPort(edge), taker);
    }
    if (!connections.join(from, output, to, input)) {
      throw BadModelException.at(
          file,
          edges.line(edge),
          "two edges lead to input port %s of %s; an input takes one tensor, so remove one"
              .formatted(edges.toPort(edge), taker));
    }
  }

  private int layer(long id, int edge) {
    Integer index = byId.get(id);
    if (index == null) {
      throw BadModelException.at(
          file,
          edges.line(edge),
          "the edge names layer %s, which does not exist; write the model again".formatted(id));
    }
    return index;
  }

  private BadModelException noPort(int edge, String side, long id, Layer layer) {
    return BadModelException.at(
        file,
        edges.line(edge),
        "the edge names %s port %s of %s, which does not exist; write the model again"
            .formatted(side, id, layer));
  }

  /// Names a layer of the cycle: back from any layer that is left, one that is left comes twice.
  private BadModelException cycle(int[] order, Connections connections) {
    boolean[] done = new boolean[layers.size()];
    for (int layer : order) {
      done[layer] = true;
    }
    int at = 0;
    while (done[at]) {
      at++;
    }
    boolean[] seen = new boolean[layers.size()];
    while (!seen[at]) {
      seen[at] = true;
      at = leftSource(at, done, connections);
    }
    return BadModelException.of(
        file,
        layers.get(at),
        "the layer feeds itself, through other layers or directly; a model has no cycles, so write"
            + " it again");
  }

  /// A layer that is left waits for one that is left.
  private static int leftSource(int layer, boolean[] done, Connections connections) {
    return IntStream.range(0, connections.inputs(layer))
        .filter(input -> connections.hasSource(layer, input))
        .map(input -> connections.sourceLayer(layer, input))
        .filter(source -> !done[source])
        .findFirst()
        .orElseThrow();
  }
}
