package io.cleave.fuzz;

import io.cleave.Splitter;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.SplitCheck;
import java.util.List;

/// Both kinds of plain Java's loops, on plans that convert. They live as long as the JVM, and have
/// no threads of their own.
final class TwinCheck {
  static final List<Splitter> TWINS =
      List.of(CpuSplitter.open(1, CpuKernels.PLAIN), CpuSplitter.open(1, CpuKernels.VECTOR));

  private TwinCheck() {}

  /// Carries out a plan on data that is hard to convert.
  ///
  /// @param seed of data and memory
  static void requireExact(SplitPlan plan, byte[] seed) {
    if (plan.data().type() != ElementType.STRING) {
      ByteRandom random = new ByteRandom(seed);
      TWINS.forEach(twin -> SplitCheck.checkPatterns(twin, plan, random));
    }
  }
}
