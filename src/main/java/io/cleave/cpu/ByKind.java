package io.cleave.cpu;

/// Kernels for every two kinds of memory. Safe for use by many threads.
///
/// @param <T> what the kernels are called by
interface ByKind<T> {
  /// The kernels for segments of these classes.
  T of(Class<?> data, Class<?> part);
}
