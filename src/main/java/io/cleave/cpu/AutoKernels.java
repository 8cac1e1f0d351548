package io.cleave.cpu;

import io.cleave.cpu.kernel.ByKind;
import io.cleave.cpu.kernel.Kernels;
import io.cleave.cpu.plain.PlainKernels;

/// Which kernels carry out what is asked for. Safe for use by many threads.
final class AutoKernels {
  /// Only for a JVM that has them.
  private static final ByKind<Kernels> VECTOR =
      kinds -> VectorSupport.here().kernels(PlainKernels.BY_KIND.of(kinds), kinds);

  /// Both.
  private static final ByKind<Kernels> GATED =
      kinds -> VectorSupport.here().gated(PlainKernels.BY_KIND.of(kinds), kinds);

  private AutoKernels() {}

  static ByKind<Kernels> of(CpuKernels wish) {
    if (wish == CpuKernels.PLAIN || !VectorSupport.here().isThere()) {
      return PlainKernels.BY_KIND;
    }
    return wish == CpuKernels.VECTOR ? VECTOR : GATED;
  }
}
