package io.cleave.ir;

import io.cleave.ir.edge.Connections;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Layers and the edges between them: a whole model, or the body of a loop or a branch. It has no
/// cycles.
///
/// An immutable value, safe for use by many threads.
public final class Graph {
  private final List<Layer> layers;
  private final Connections connections;
  private final int[] order;

  Graph(List<Layer> layers, Connections connections, int[] order) {
    this.layers = layers;
    this.connections = connections;
    this.order = order;
  }

  /// The layers, in the file's order.
  public List<Layer> layers() {
    return layers;
  }

  /// What feeds an input; nothing if no edge leads there, or there is no such input.
  ///
  /// @param layer one of this graph, and not of another such as its bodies
  /// @throws IllegalArgumentException if it is of another
  public Optional<Endpoint> source(Layer layer, int input) {
    int at = indexOf(layer);
    return connections.hasSource(at, input)
        ? Optional.of(
            new Endpoint(
                layers.get(connections.sourceLayer(at, input)),
                connections.sourceOutput(at, input)))
        : Optional.empty();
  }

  /// The inputs that an output feeds; none if there is no such output.
  ///
  /// @param layer one of this graph, and not of another such as its bodies
  /// @throws IllegalArgumentException if it is of another
  public List<Endpoint> consumers(Layer layer, int output) {
    int at = indexOf(layer);
    if (output < 0 || output >= connections.outputs(at)) {
      return List.of();
    }
    List<Endpoint> consumers = new ArrayList<>();
    for (int i = 0; i < connections.consumers(at, output); i++) {
      consumers.add(
          new Endpoint(
              layers.get(connections.consumerLayer(at, output, i)),
              connections.consumerInput(at, output, i)));
    }
    return consumers;
  }

  /// By their positions, layers of different graphs are the same.
  private int indexOf(Layer layer) {
    if (!has(layer)) {
      throw new IllegalArgumentException(
          "%s is no layer of this graph; ask the one that lists it".formatted(layer));
    }
    return layer.index();
  }

  boolean has(Layer layer) {
    return layer.index() < layers.size() && layers.get(layer.index()).equals(layer);
  }

  Connections connections() {
    return connections;
  }

  /// The positions of the layers, each after all that feed it.
  int[] order() {
    return order.clone();
  }
}
