package io.cleave.cpu.vector;

import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// Selection of the elements of a step from up to four windows: each window is rearranged, and
/// masks lay them over each other. Immutable, and safe to publish through a data race.
record ConvertWindows(List<VectorShuffle<Byte>> orders, List<VectorMask<Byte>> masks) {
  static final int MOST = 4;

  /// @param run the elements of a run
  /// @param offset the element where it begins in its row
  static ConvertWindows of(ConvertKind kind, int run, int offset) {
    int bytes = kind.windowBytes();
    int width = kind.source().bits() / Byte.SIZE;
    VectorSpecies<Byte> species = kind.of(byte.class, bytes * Byte.SIZE);
    List<VectorShuffle<Byte>> orders = new ArrayList<>();
    List<VectorMask<Byte>> masks = new ArrayList<>();
    for (int window = 0; window < MOST; window++) {
      int[] from = new int[bytes];
      boolean[] isHere = new boolean[bytes];
      for (int i = 0; i < kind.lanes() * width; i++) {
        int element = i / width;
        int inRows = element / run * run * kind.columns() + offset + element % run;
        int place = inRows * width + i % width - kind.start(window);
        isHere[i] = place >= 0 && place < bytes;
        from[i] = isHere[i] ? place : 0;
      }
      orders.add(VectorShuffle.fromArray(species, from, 0));
      masks.add(VectorMask.fromArray(species, isHere, 0));
    }
    return new ConvertWindows(List.copyOf(orders), List.copyOf(masks));
  }
}
