package io.cleave.cpu;

import io.cleave.cpu.loops.ByKind;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.PlainKernels;

/// Which kernels [CpuSplitter] works with. They give the same bytes.
public enum CpuKernels {
  /// Those on the Vector API as soon as they pay in this JVM, if it has them; plain ones before,
  /// and for mapped files.
  AUTO,
  /// Those in plain Java, which every JVM runs.
  PLAIN,
  /// Those on the Vector API, from the first call; plain ones where [VectorSupport] has none.
  VECTOR;

  /// Only for a JVM that has them.
  private static final ByKind<Kernels> VECTORS =
      kinds -> VectorSupport.here().kernels(PlainKernels.BY_KIND.of(kinds), kinds);

  /// Both.
  private static final ByKind<Kernels> GATED =
      kinds -> VectorSupport.here().gated(PlainKernels.BY_KIND.of(kinds), kinds);

  /// These kernels, as far as this JVM has them.
  ByKind<Kernels> byKind() {
    if (this == PLAIN || !VectorSupport.here().isThere()) {
      return PlainKernels.BY_KIND;
    }
    return this == VECTOR ? VECTORS : GATED;
  }

  /// What does the work, and why no vectors do.
  @Override
  public String toString() {
    VectorSupport vectors = VectorSupport.here();
    return switch (this) {
      case PLAIN -> "plain Java";
      case VECTOR -> vectors.toString();
      case AUTO -> vectors.isThere() ? "plain Java, in time " + vectors : vectors.toString();
    };
  }
}
