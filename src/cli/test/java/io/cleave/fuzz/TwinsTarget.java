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
    int kind = random.nextInt(4);
    if (kind == 0) {
      StridedPlan strided = StridedPlan.of(random, MOST_ELEMENTS);
      TwinCheck.TWINS.forEach(twin -> SplitExample.any(strided, random).check(twin));
      return true;
    }
    SplitPlan plan = new RandomSplit(random, MOST_ELEMENTS).plan();
    if (kind == 1) {
      SplitPlan converted = RandomRules.converted(plan, random);
      TwinCheck.TWINS.forEach(twin -> SplitCheck.checkPatterns(twin, converted, random));
    } else {
      TwinCheck.TWINS.forEach(twin -> SplitCheck.check(twin, plan, random));
    }
    return true;
  }
}
