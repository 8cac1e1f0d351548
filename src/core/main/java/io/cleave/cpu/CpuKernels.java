package io.cleave.cpu;

/// Choice of the kernels of [CpuSplitter]. They give the same bytes.
public enum CpuKernels {
  /// Kernels on the Vector API as soon as they are faster in this JVM, if it has them; plain ones
  /// before, and for mapped files.
  AUTO,
  /// Kernels in plain Java, which every JVM runs.
  PLAIN,
  /// Kernels on the Vector API from the first call; plain ones if [Vectors] has none.
  VECTOR
}
