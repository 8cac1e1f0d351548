package io.cleave.fuzz;

import io.cleave.convert.RandomRules;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.RandomSplit;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.SplitExample;
import io.cleave.spi.StridedPlan;

/// Bytes that choose a plan, kinds of memory and data: both kinds of kernels must give what the
/// naive split gives, byte for byte.
final class TwinsTarget implements FuzzTarget {
  /// Enough for many blocks of vectors, and few enough for thousands of splits a second.
  private static final int MOST_ELEMENTS = 2048;

  @Override
  public boolean accepts(byte[] input) {
    ByteRandom random = new ByteRandom(input);
    switch (random.nextInt(4)) {
      case 0 -> {
        StridedPlan strided = StridedPlan.of(random, MOST_ELEMENTS);
        TwinCheck.TWINS.forEach(twin -> SplitExample.any(strided, random).check(twin));
      }
      case 1 -> {
        SplitPlan plain = new RandomSplit(random, MOST_ELEMENTS).plan();
        SplitPlan plan = RandomRules.converted(plain, random);
        TwinCheck.TWINS.forEach(twin -> SplitCheck.checkPatterns(twin, plan, random));
      }
      default -> {
        SplitPlan plan = new RandomSplit(random, MOST_ELEMENTS).plan();
        TwinCheck.TWINS.forEach(twin -> SplitCheck.check(twin, plan, random));
      }
    }
    return true;
  }
}
