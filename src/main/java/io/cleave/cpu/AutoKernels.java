package io.cleave.cpu;

/// Which kernels carry out what is asked for. Safe for use by many threads.
final class AutoKernels {
  static final ByKind<Kernels> PLAIN = new PerKind<>(PlainLoops.class, PlainKernels::new);

  /// Only for a JVM that has them.
  static final ByKind<Kernels> VECTOR =
      kinds -> VectorSupport.here().kernels(PLAIN.of(kinds), kinds);

  /// Both.
  private static final ByKind<Kernels> GATED = kinds -> new GatedKernels(PLAIN.of(kinds), kinds);

  private AutoKernels() {}

  static ByKind<Kernels> of(CpuKernels wish) {
    if (wish == CpuKernels.PLAIN || !VectorSupport.here().isThere()) {
      return PLAIN;
    }
    return wish == CpuKernels.VECTOR ? VECTOR : GATED;
  }
}
