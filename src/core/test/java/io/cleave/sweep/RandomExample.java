package io.cleave.sweep;

import io.cleave.convert.RandomRules;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.RandomSplit;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.SplitExample;
import io.cleave.spi.StridedPlan;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/// Random splits of dense data and of windows: plan, conversion, data and kinds of memory follow
/// from a seed.
public final class RandomExample {
  /// Most examples are small: they find as much in less time.
  private static final int FEW_ELEMENTS = 5000;

  /// The naive split reads all data once for each part.
  private static final long MOST_WORK = 1L << 27;

  private static final ElementType[] TYPES = ElementType.values();

  private RandomExample() {}

  /// The example of a seed.
  ///
  /// @param mostElements the largest size of the data
  public static SplitExample of(long seed, int mostElements) {
    Random random = new Random(seed);
    // The first numbers of neighbouring seeds are alike.
    random.nextLong();
    if (random.nextInt(8) == 0) {
      return SplitExample.any(StridedPlan.of(random, FEW_ELEMENTS), random);
    }
    int most = random.nextInt(60) == 0 ? mostElements : Math.min(FEW_ELEMENTS, mostElements);
    SplitPlan plan =
        random.nextBoolean() ? new RandomSplit(random, most).plan() : wide(most, random);
    plan = random.nextInt(3) == 0 ? RandomRules.converted(plan, random) : plan;
    plan = random.nextInt(6) == 0 ? plan.without(random.nextInt(plan.partCount())) : plan;
    MemorySegment content =
        random.nextBoolean() ? SplitCheck.bytes(plan, random) : SplitCheck.patterns(plan, random);
    return SplitExample.any(plan, content, random);
  }

  /// Extents and lengths of all orders of magnitude.
  private static SplitPlan wide(int most, Random random) {
    ElementType type = TYPES[random.nextInt(TYPES.length - 1)];
    int rank = 1 + random.nextInt(4);
    int axis = random.nextInt(rank);
    long[] extents = new long[rank];
    long left = most;
    for (int i = 0; i < rank; i++) {
      extents[i] = magnitude(left, random);
      left /= extents[i];
    }
    long parts = magnitude(Math.min(1000, MOST_WORK / most), random);
    long[] lengths = lengths(extents[axis], parts, random);
    return SplitPlan.of(Layout.of(type, extents), axis, Cut.byLengths(lengths));
  }

  /// A number from 1 on, small ones as often as large ones.
  private static long magnitude(long most, Random random) {
    return Math.clamp((long) Math.exp(random.nextDouble() * Math.log(most + 1.0)), 1, most);
  }

  private static long[] lengths(long extent, long parts, Random random) {
    long[] lengths = new long[(int) parts];
    long left = extent;
    for (int i = 0; i + 1 < parts && left > 0; i++) {
      lengths[i] = Math.min(left, random.nextInt(5) == 0 ? 0 : magnitude(left, random));
      left -= lengths[i];
    }
    lengths[(int) parts - 1] += left;
    return lengths;
  }
}
