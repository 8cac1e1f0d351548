package io.cleave.ir.edge;

import java.util.Arrays;

/// The edges of a graph as they are read, in numbers: a large model has millions.
public final class EdgeList {
  private static final int FIELDS = 5;

  private long[] numbers = new long[64 * FIELDS];
  private int size;

  /// Adds the edge that stands on a line of the file.
  public void add(long fromLayer, long fromPort, long toLayer, long toPort, int line) {
    int at = Math.multiplyExact(size, FIELDS);
    if (at == numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.multiplyExact(at, 2));
    }
    numbers[at] = fromLayer;
    numbers[at + 1] = fromPort;
    numbers[at + 2] = toLayer;
    numbers[at + 3] = toPort;
    numbers[at + 4] = line;
    size++;
  }

  /// How many edges there are.
  public int size() {
    return size;
  }

  /// The id of the layer that an edge comes from.
  public long fromLayer(int edge) {
    return numbers[edge * FIELDS];
  }

  /// The number of the output port.
  public long fromPort(int edge) {
    return numbers[edge * FIELDS + 1];
  }

  /// The id of the layer that an edge leads to.
  public long toLayer(int edge) {
    return numbers[edge * FIELDS + 2];
  }

  /// The number of the input port.
  public long toPort(int edge) {
    return numbers[edge * FIELDS + 3];
  }

  /// The line of the file that it stands on.
  public int line(int edge) {
    return (int) numbers[edge * FIELDS + 4];
  }
}
