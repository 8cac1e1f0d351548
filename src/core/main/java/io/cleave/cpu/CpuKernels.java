package io.cleave.cpu;

/// Which kernels [CpuSplitter] works with. They give the same bytes.
public enum CpuKernels {
  /// Those on the Vector API as soon as they pay in this JVM, if it has them; plain ones before,
  /// and for mapped files.
  AUTO,
  /// Those in plain Java, which every JVM runs.
  PLAIN,
  /// Those on the Vector API, from the first call; plain ones where [Vectors] has none.
  VECTOR
}
