package io.cleave.cpu;

import io.cleave.cpu.loops.Bench;
import java.lang.foreign.MemorySegment;

/// A bench for each place that [TileGathering] fills. Used by one thread.
final class Benches {
  private final Bench[] all;
  private final MemorySegment[] staged;

  /// @param elements the most that are staged in each
  Benches(ConvertedParts parts, int[] elements) {
    this.all = new Bench[elements.length];
    this.staged = new MemorySegment[elements.length];
    for (int i = 0; i < elements.length; i++) {
      all[i] = i == 0 ? parts.bench(elements[0]) : all[0].beside(parts.source(), elements[i]);
      staged[i] = all[i].staged();
    }
  }

  Bench first() {
    return all[0];
  }

  Bench at(int place) {
    return all[place];
  }

  /// The memory of all of them.
  MemorySegment[] staged() {
    return staged;
  }
}
