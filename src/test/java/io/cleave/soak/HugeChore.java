package io.cleave.soak;

import io.cleave.backend.Splitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;

/// Splits many megabytes, of which each element says where it was.
///
/// @param splitters what splits
/// @param mostBytes of the data
record HugeChore(List<Splitter> splitters, long mostBytes) implements Chore {
  /// Copies the list.
  HugeChore {
    splitters = List.copyOf(splitters);
  }

  @Override
  public long run(Random random) {
    Random few = new Random(random.nextInt(PLANS));
    long elements = few.nextLong(1 << 20, mostBytes / Long.BYTES);
    long extent = Math.min(elements, 1L << few.nextInt(2, 20));
    long first = few.nextLong(extent);
    SplitPlan plan =
        SplitPlan.byLengths(
            Shape.of(elements / extent, extent), ElementType.U64, 1, first, extent - first);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = arena.allocate(plan.bytes(), 64);
      for (long i = 0; i < plan.shape().volume(); i++) {
        data.setAtIndex(ValueLayout.JAVA_LONG, i, i);
      }
      List<MemorySegment> parts =
          plan.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
      splitters.get(random.nextInt(splitters.size())).split(plan, data, parts);
      for (Part part : plan.parts()) {
        require(parts.get(part.index()), part.start(), part.length(), extent);
      }
    }
    return 1;
  }

  private static void require(MemorySegment part, long start, long length, long extent) {
    long elements = part.byteSize() / Long.BYTES;
    for (long i = 0; i < elements; i++) {
      long expected = i / length * extent + start + i % length;
      long found = part.getAtIndex(ValueLayout.JAVA_LONG, i);
      if (found != expected) {
        throw new AssertionError(
            "element %s of %s from %s of rows of %s is %s, not %s"
                .formatted(i, length, start, extent, found, expected));
      }
    }
  }
}
