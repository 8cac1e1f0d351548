package io.cleave.cpu.loops;

import io.cleave.plan.ElementType;
import org.jspecify.annotations.Nullable;

/// Makes what moves the runs of a part between two kinds of memory. Safe for use by many threads.
public interface Kernels {
  /// A mover for such runs. All that it derives from the geometry is made here, once.
  Mover mover(MemoryKinds kinds, Runs runs);

  /// A mover for all parts of rows of equal columns, each of which is a part. Null where one part
  /// after the other is no slower.
  ///
  /// @param runs those of the first column
  /// @param begins where the first run of each column goes in its part
  @Nullable Mover columns(MemoryKinds kinds, Runs runs, long[] begins);

  /// Converts runs of rows of so many elements.
  ///
  /// @param source the type of the data
  /// @param target the type of the parts
  /// @param run the elements of each column of a row; `row` if it has none
  default RunConverter converter(
      MemoryKinds kinds, ElementType source, ElementType target, long row, long run) {
    return PlainConverter.INSTANCE;
  }

  /// Converts pixels of bytes, each channel into a part of its own.
  ///
  /// @param used has a bit for each channel that is converted, the lowest one for the first channel
  default PixelConverter pixels(
      MemoryKinds kinds, ElementType source, ElementType target, int channels, int used) {
    return PixelConverter.NONE;
  }
}
