package io.cleave.bench.peers;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I32;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;

import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;

/// The plans that performance is judged by.
///
/// @param name how the table calls it
record PeerSuite(String name, SplitPlan plan) {
  static final List<PeerSuite> ALL =
      List.of(
          new PeerSuite("A", SplitPlan.intoEqualParts(Shape.of(4096, 12288), F32, 1, 3)),
          new PeerSuite("B", SplitPlan.byLengths(Shape.of(2097152, 16), F32, 1, 1, 2, 5, 8)),
          new PeerSuite("C", SplitPlan.byLengths(Shape.of(32, 256, 56, 56), F32, 1, 64, 64, 128)),
          new PeerSuite("D", SplitPlan.intoEqualParts(Shape.of(33554432, 3), U8, 1, 3)),
          new PeerSuite("E", SplitPlan.byLengths(Shape.of(6, 8388608), F32, 0, 1, 2, 3)),
          new PeerSuite("F", SplitPlan.intoEqualParts(Shape.of(8192, 4096), F32, 1, 64)),
          new PeerSuite("G", SplitPlan.byLengths(Shape.of(1048576, 100), U8, 1, 33, 7, 60)),
          new PeerSuite("H", SplitPlan.byLengths(Shape.of(256, 279, 81), F32, 1, lengthsOfH())),
          new PeerSuite("I", SplitPlan.byLengths(Shape.of(8, 64), F32, 1, 16, -1, 16)),
          new PeerSuite("J", SplitPlan.byLengths(Shape.of(65536, 1027), F16, 1, 1024, 3)),
          new PeerSuite("K", SplitPlan.intoEqualParts(Shape.of(16384, 8190), U4, 1, 6)),
          new PeerSuite("L", SplitPlan.intoEqualParts(Shape.of(4096, 3000), I32, 1, 1000)));

  private static long[] lengthsOfH() {
    long[] lengths = new long[96];
    Arrays.fill(lengths, 1);
    lengths[89] = 10;
    Arrays.fill(lengths, 90, 96, 30);
    return lengths;
  }
}
