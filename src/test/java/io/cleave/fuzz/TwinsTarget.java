package io.cleave.fuzz;

import io.cleave.backend.RandomSplit;
import io.cleave.backend.RandomStack;
import io.cleave.backend.SplitCheck;
import io.cleave.backend.Splitter;
import io.cleave.backend.StackExample;
import io.cleave.convert.RandomRules;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.SplitPlan;
import java.util.List;

/// Bytes that choose a plan, kinds of memory and data: both kinds of kernels must give what the
/// naive split gives, byte for byte.
final class TwinsTarget implements FuzzTarget {
  /// Enough for many blocks of vectors, and few enough for thousands of splits a second.
  private static final int MOST_ELEMENTS = 2048;

  private final List<Splitter> twins =
      List.of(CpuSplitter.open(1, CpuKernels.PLAIN), CpuSplitter.open(1, CpuKernels.VECTOR));

  @Override
  public boolean accepts(byte[] input) {
    ByteRandom random = new ByteRandom(input);
    switch (random.nextInt(4)) {
      case 0 -> {
        RandomStack stack = RandomStack.of(random);
        twins.forEach(twin -> StackExample.any(stack, random).check(twin));
      }
      case 1 -> {
        SplitPlan plan = RandomRules.converted(plan(random), random);
        twins.forEach(twin -> SplitCheck.checkPatterns(twin, plan, random));
      }
      default -> {
        SplitPlan plan = plan(random);
        twins.forEach(twin -> SplitCheck.check(twin, plan, random));
      }
    }
    return true;
  }

  private static SplitPlan plan(ByteRandom random) {
    return new RandomSplit(random, MOST_ELEMENTS).plan();
  }

  @Override
  public void close() {
    twins.forEach(Splitter::close);
  }
}
