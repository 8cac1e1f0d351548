package io.cleave.ir;

import io.cleave.file.MalformedFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A whole model, or the body of a loop or a branch. It has no cycles.
///
/// @param layers in the order of the file
/// @param order the same layers, each after all that feed it
record Graph(List<Layer> layers, List<Layer> order) {
  /// An edge as the file names it, by ids.
  ///
  /// @param line the line of the file that it stands on
  record Edge(long fromLayer, long fromPort, long toLayer, long toPort, int line) {
    private MalformedFileException problem(Path file, String problem) {
      return new MalformedFileException(file, "line %s: %s".formatted(line, problem));
    }

    private MalformedFileException missing(Path file, String what) {
      return problem(
          file, "the edge names %s, which does not exist; write the model again".formatted(what));
    }
  }

  /// Joins layers.
  ///
  /// @throws MalformedFileException if an edge does not fit them, or edges form a cycle
  static Graph of(Path file, Map<Long, Layer> layers, List<Edge> edges)
      throws MalformedFileException {
    for (Edge edge : edges) {
      join(file, layers, edge);
    }
    return ordered(file, List.copyOf(layers.values()));
  }

  private static void join(Path file, Map<Long, Layer> layers, Edge edge)
      throws MalformedFileException {
    Layer producer = layers.get(edge.fromLayer);
    Layer consumer = layers.get(edge.toLayer);
    if (producer == null || consumer == null) {
      throw edge.missing(file, "layer " + (producer == null ? edge.fromLayer : edge.toLayer));
    }
    Integer output = producer.outputIds.get(edge.fromPort);
    Integer input = consumer.inputIds.get(edge.toPort);
    if (output == null) {
      throw edge.missing(file, "output port %s of %s".formatted(edge.fromPort, producer));
    }
    if (input == null) {
      throw edge.missing(file, "input port %s of %s".formatted(edge.toPort, consumer));
    }
    Endpoint source = new Endpoint(producer, output);
    Endpoint other = consumer.sources.putIfAbsent(input, source);
    if (other == null) {
      producer
          .consumers
          .computeIfAbsent(output, _ -> new ArrayList<>())
          .add(new Endpoint(consumer, input));
    } else if (!other.equals(source)) {
      throw edge.problem(
          file,
          "two edges lead to input port %s of %s; an input takes one tensor, so remove one"
              .formatted(edge.toPort, consumer));
    }
  }

  private static Graph ordered(Path file, List<Layer> layers) throws MalformedFileException {
    Map<Layer, Integer> waiting = new HashMap<>();
    Deque<Layer> ready = new ArrayDeque<>();
    for (Layer layer : layers) {
      waiting.put(layer, layer.sources.size());
      if (layer.sources.isEmpty()) {
        ready.add(layer);
      }
    }
    List<Layer> order = new ArrayList<>();
    for (Layer next = ready.poll(); next != null; next = ready.poll()) {
      order.add(next);
      for (List<Endpoint> ends : next.consumers.values()) {
        for (Endpoint end : ends) {
          if (waiting.merge(end.layer(), -1, Integer::sum) == 0) {
            ready.add(end.layer());
          }
        }
      }
    }
    for (Layer layer : layers) {
      if (waiting.getOrDefault(layer, 0) > 0) {
        throw layer.problem(
            file,
            "the layer feeds itself, or depends on one that does; a model has no cycles, so write"
                + " it again");
      }
    }
    return new Graph(layers, order);
  }
}
