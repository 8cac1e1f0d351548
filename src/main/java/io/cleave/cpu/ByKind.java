package io.cleave.cpu;

/// Kernels for all kinds of memory. Safe for use by many threads.
///
/// @param <T> what the kernels are called by
interface ByKind<T> {
  /// The kernels for these kinds.
  T of(Kinds kinds);
}
