package io.cleave.cpu.loops;

import org.jspecify.annotations.Nullable;

/// Makes what moves the runs of a part between two kinds of memory. Safe for use by many threads.
public interface Kernels {
  /// A mover for such runs. All that it derives from the geometry is made here, once.
  Mover mover(Runs runs);

  /// A mover for rows of equal columns that are each a part of their own, or null where one part
  /// after the other is no slower.
  ///
  /// @param count how many columns a row has
  /// @param run the bytes of each
  default @Nullable RowsMover columns(int count, int run) {
    return null;
  }

  /// A loop that converts runs without staging them, or null where there is none.
  ///
  /// @param runs their offset is 0; runs that are as long as the pitch are consecutive elements
  default @Nullable RunConverter fused(Runs runs, Formula formula) {
    return null;
  }
}
