package io.cleave.spi;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.random.RandomGenerator;

/// Makes splits of the sizes that hurt.
///
/// @param random where the choices come from
/// @param maxElements how large the data may get
public record RandomSplit(RandomGenerator random, int maxElements) {
  private static final int[] EXTENTS = {1, 1, 2, 3, 5, 7, 8, 9, 16, 17, 33, 61};
  private static final int[] PART_COUNTS = {1, 2, 2, 3, 3, 4, 8, 9, 16, 17, 32, 33};

  /// A plan for a random type (any but string), shape, axis and lengths.
  public SplitPlan plan() {
    ElementType[] types = ElementType.values();
    ElementType type = types[random.nextInt(types.length - 1)];
    long[] lengths = lengths(pick(PART_COUNTS));
    int rank = random.nextInt(1, 6);
    int axis = random.nextInt(rank);
    long[] extents = new long[rank];
    long volume = 1;
    for (long length : lengths) {
      extents[axis] += length;
    }
    volume *= Math.max(1, extents[axis]);
    for (int i = 0; i < rank; i++) {
      if (i != axis) {
        long extent = random.nextInt(40) == 0 ? 0 : pick(EXTENTS);
        extents[i] = volume * Math.max(1, extent) > maxElements ? 1 : extent;
        volume *= Math.max(1, extents[i]);
      }
    }
    return SplitPlan.of(Layout.of(type, extents), axis, Cut.byLengths(lengths));
  }

  private long[] lengths(int count) {
    long[] lengths = new long[count];
    int scale = pick(new int[] {1, 2, 4, 8, 100});
    for (int i = 0; i < count; i++) {
      lengths[i] = random.nextInt(6) == 0 ? 0 : random.nextInt(1, 9) * (long) scale;
    }
    return lengths;
  }

  private int pick(int[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
