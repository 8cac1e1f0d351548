package io.cleave.cpu.loops;

import io.cleave.plan.Geometry;
import java.lang.foreign.MemorySegment;

/// The loops of [PlainLoops] for memory of any kind, where [Specialized] makes no copies.
final class AnyLoops {
  private AnyLoops() {}

  static void runs(
      Runs runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    long at = from + runs.offset();
    long end = to + runs.begin();
    for (int i = 0; i < rows; i++) {
      long place = end + i * runs.distance();
      MemorySegment.copy(data, at + i * runs.pitch(), part, place, runs.run());
    }
  }

  static void longRuns(
      long[] offsets,
      long[] runs,
      long[] begins,
      int[] chosen,
      Geometry.Level row,
      MemorySegment data,
      long from,
      MemorySegment[] parts,
      long first,
      long shift,
      int rows) {
    for (int i = 0; i < rows; i++) {
      for (int piece : chosen) {
        long run = runs[piece];
        long to = begins[piece] + (first + i * row.runs()) * run + shift + i * row.fixed();
        long at = from + i * row.stride() + offsets[piece];
        MemorySegment.copy(data, at, parts[piece], to, run);
      }
    }
  }
}
