package io.cleave.cpu.loops;

/// Kernels for all kinds of memory. Safe for use by many threads.
///
/// @param <T> what the kernels are called by
public interface ByKind<T> {
  /// The kernels for these kinds.
  T of(Kinds kinds);
}
