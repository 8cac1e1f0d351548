package io.cleave.ir;

import static io.cleave.text.Checks.require;

import io.cleave.file.MalformedFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A whole model, or the body of a loop or a branch. It has no cycles.
///
/// @param layers in the order of the file
/// @param order the same layers, each after all that feed it
record Graph(List<Layer> layers, List<Layer> order) {
  /// An edge as the file names it, by ids.
  ///
  /// @param line the line of the file that it stands on
  record Edge(long fromLayer, long fromPort, long toLayer, long toPort, int line) {}

  /// Joins layers.
  ///
  /// @throws MalformedFileException if an edge does not fit them, or edges form a cycle
  static Graph of(Path file, Map<Long, Layer> layers, List<Edge> edges)
      throws MalformedFileException {
    for (Edge edge : edges) {
      try {
        join(layers, edge);
      } catch (IllegalArgumentException e) {
        throw new MalformedFileException(file, "line %s: %s".formatted(edge.line, e.getMessage()));
      }
    }
    return ordered(file, List.copyOf(layers.values()));
  }

  private static void join(Map<Long, Layer> layers, Edge edge) {
    Layer producer = existing(layers.get(edge.fromLayer), "layer %s", edge.fromLayer);
    Layer consumer = existing(layers.get(edge.toLayer), "layer %s", edge.toLayer);
    int output =
        existing(
            producer.outputIds.get(edge.fromPort), "output port %s of %s", edge.fromPort, producer);
    int input =
        existing(consumer.inputIds.get(edge.toPort), "input port %s of %s", edge.toPort, consumer);
    Endpoint source = new Endpoint(producer, output);
    Endpoint other = consumer.sources.putIfAbsent(input, source);
    require(
        other == null || other.equals(source),
        "two edges lead to input port %s of %s; an input takes one tensor, so remove one",
        edge.toPort,
        consumer);
    if (other == null) {
      producer
          .consumers
          .computeIfAbsent(output, _ -> new ArrayList<>())
          .add(new Endpoint(consumer, input));
    }
  }

  /// @param what a format, with the ids that it names
  @SuppressWarnings("AnnotateFormatMethod") // The annotation is of a library.
  private static <T> T existing(@Nullable T found, String what, Object... ids) {
    if (found == null) {
      throw new IllegalArgumentException(
          "the edge names %s, which does not exist; write the model again"
              .formatted(what.formatted(ids)));
    }
    return found;
  }

  private static Graph ordered(Path file, List<Layer> layers) throws MalformedFileException {
    Map<Layer, Integer> waiting = new HashMap<>();
    List<Layer> order = new ArrayList<>();
    for (Layer layer : layers) {
      waiting.put(layer, layer.sources.size());
      if (layer.sources.isEmpty()) {
        order.add(layer);
      }
    }
    for (int i = 0; i < order.size(); i++) {
      for (List<Endpoint> ends : order.get(i).consumers.values()) {
        for (Endpoint end : ends) {
          if (waiting.merge(end.layer(), -1, Integer::sum) == 0) {
            order.add(end.layer());
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
