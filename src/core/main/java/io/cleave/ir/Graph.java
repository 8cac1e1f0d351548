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
  /// Sorts layers whose sources are known.
  ///
  /// @throws MalformedFileException if edges form a cycle
  static Graph of(Path file, List<Layer> layers) throws MalformedFileException {
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
