package io.cleave.cpu.loops;

import org.jspecify.annotations.Nullable;

/// The kernels of one provider. Safe for use by many threads.
public interface Kernels {
  /// A mover for parts like this. What a kernel derives from the geometry (shuffles, masks) is made
  /// here, once.
  Mover mover(Strip strip);

  /// A mover for rows of equal columns that are each a part of their own, or null where one part
  /// after the other is no slower.
  ///
  /// @param count how many columns a row has
  /// @param run the bytes of each
  default @Nullable RowsMover columns(int count, int run) {
    return null;
  }

  /// What arrays are converted by.
  default ArrayKernels arrays() {
    return ArrayKernels.PLAIN;
  }
}
