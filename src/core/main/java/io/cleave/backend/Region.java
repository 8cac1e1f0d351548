package io.cleave.backend;

/// Place in device memory: a binding's handle and an offset. It does not own the memory.
///
/// @param memory the handle
/// @param at the byte at which it begins
/// @param <M> the binding's memory handle
public record Region<M>(M memory, long at) {
  /// Checks the offset.
  ///
  /// @throws IllegalArgumentException if it is negative
  public Region {
    if (at < 0) {
      throw new IllegalArgumentException(
          "a region must begin at byte 0 or later, not %s".formatted(at));
    }
  }

  /// The beginning of a buffer.
  public static <M> Region<M> of(M memory) {
    return new Region<>(memory, 0);
  }
}
