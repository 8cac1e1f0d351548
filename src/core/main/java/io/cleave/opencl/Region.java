package io.cleave.opencl;

/// A device buffer and the byte where it begins. Does not own the buffer.
///
/// @param buffer the binding's handle
/// @param offset 0 or more
/// @param <M> the binding's memory handle
public record Region<M>(M buffer, long offset) {
  /// Checks the offset.
  ///
  /// @throws IllegalArgumentException if it is negative
  public Region {
    if (offset < 0) {
      throw new IllegalArgumentException(
          "a region must begin at byte 0 or later, not %s".formatted(offset));
    }
  }

  /// A buffer from its beginning on.
  public static <M> Region<M> of(M buffer) {
    return of(buffer, 0);
  }

  /// A buffer from this byte on.
  public static <M> Region<M> of(M buffer, long offset) {
    return new Region<>(buffer, offset);
  }
}
