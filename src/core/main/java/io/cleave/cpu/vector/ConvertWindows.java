package io.cleave.cpu.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// Gathering of the elements of a step from consecutive windows, each as wide as a vector: each
/// window is rearranged, and masks lay them over each other.
///
/// @param start where the first window begins, counted from where the step is
/// @param stride from one step to the next in the data
/// @param elements how many of them a step moves on by
record ConvertWindows(
    int start,
    long stride,
    int elements,
    List<VectorShuffle<Byte>> orders,
    List<VectorMask<Byte>> masks) {
  static final int MOST = 4;

  /// @param places the place of each byte of a step, counted from where the first window begins
  static ConvertWindows of(
      ConvertKind kind, int start, long stride, int elements, IntUnaryOperator places) {
    VectorSpecies<Byte> species = kind.of(byte.class, kind.bits());
    int width = species.length();
    List<VectorShuffle<Byte>> orders = new ArrayList<>();
    List<VectorMask<Byte>> masks = new ArrayList<>();
    for (int window = 0; window < MOST; window++) {
      int[] from = new int[width];
      boolean[] isHere = new boolean[width];
      for (int i = 0; i < kind.stepBits() / Byte.SIZE; i++) {
        int place = places.applyAsInt(i) - window * width;
        isHere[i] = place >= 0 && place < width;
        from[i] = isHere[i] ? place : 0;
      }
      orders.add(VectorShuffle.fromArray(species, from, 0));
      masks.add(VectorMask.fromArray(species, isHere, 0));
    }
    return new ConvertWindows(start, stride, elements, orders, masks);
  }

  VectorShuffle<Byte> order(int window) {
    return orders.get(window);
  }

  VectorMask<Byte> mask(int window) {
    return masks.get(window);
  }
}
