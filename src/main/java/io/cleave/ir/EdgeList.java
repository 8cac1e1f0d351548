package io.cleave.ir;

import java.util.Arrays;

/// The edges of a graph as they are read, in numbers: a large model has millions.
final class EdgeList {
  private static final int FIELDS = 5;

  private long[] numbers = new long[64 * FIELDS];
  private int size;

  void add(long fromLayer, long fromPort, long toLayer, long toPort, int line) {
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

  int size() {
    return size;
  }

  long fromLayer(int edge) {
    return numbers[edge * FIELDS];
  }

  long fromPort(int edge) {
    return numbers[edge * FIELDS + 1];
  }

  long toLayer(int edge) {
    return numbers[edge * FIELDS + 2];
  }

  long toPort(int edge) {
    return numbers[edge * FIELDS + 3];
  }

  int line(int edge) {
    return (int) numbers[edge * FIELDS + 4];
  }
}
