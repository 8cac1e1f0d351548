package io.cleave.opencl.session;

/// A buffer and the byte where something begins in it.
///
/// @param <M> the library's memory handle
public record Place<M>(M memory, long at) {
  /// The beginning of a buffer.
  public static <M> Place<M> of(M memory) {
    return new Place<>(memory, 0);
  }
}
