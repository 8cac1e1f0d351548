package io.cleave.ir;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Turns the number by which an edge names a port into the port's position, for the ports of one
/// side.
final class PortPositions {
  /// Looking through so few is faster than a map, and takes no memory.
  private static final int FEW = 16;

  private final Map<Layer, Map<Long, Integer>> positions = new HashMap<>();

  /// The position in the list, or -1.
  int find(Layer layer, List<Port> ports, long id) {
    if (ports.isEmpty()) {
      return -1;
    }
    // Nearly always numbered in order.
    long guess = id - ports.getFirst().id();
    if (guess >= 0 && guess < ports.size() && ports.get((int) guess).id() == id) {
      return (int) guess;
    }
    return ports.size() > FEW ? among(layer, ports, id) : amongFew(ports, id);
  }

  private static int amongFew(List<Port> ports, long id) {
    for (int i = 0; i < ports.size(); i++) {
      if (ports.get(i).id() == id) {
        return i;
      }
    }
    return -1;
  }

  private int among(Layer layer, List<Port> ports, long id) {
    return positions.computeIfAbsent(layer, _ -> index(ports)).getOrDefault(id, -1);
  }

  private static Map<Long, Integer> index(List<Port> ports) {
    Map<Long, Integer> index = new HashMap<>();
    for (int i = 0; i < ports.size(); i++) {
      index.put(ports.get(i).id(), i);
    }
    return index;
  }
}
