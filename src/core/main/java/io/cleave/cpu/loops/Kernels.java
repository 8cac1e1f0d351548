package io.cleave.cpu.loops;

import io.cleave.plan.ElementType;
import org.jspecify.annotations.Nullable;

/// Factory of movers and converters between two kinds of memory. Safe for use by many threads.
public interface Kernels {
  /// A mover for runs. Everything that depends on the geometry is computed here, once.
  Mover mover(MemoryKinds kinds, Runs runs);

  /// A mover for all columns of rows of equal columns, each of which is a part. Null if one mover
  /// for each part is no slower.
  ///
  /// @param runs the runs of the first column
  /// @param begins where the first run of each column goes in its part
  @Nullable Mover columns(MemoryKinds kinds, Runs runs, long[] begins);

  /// A converter for runs of rows of so many elements.
  ///
  /// @param source the type of the data
  /// @param target the type of the parts
  /// @param run the elements of each column of a row; `row` if it has none
  default RunConverter converter(
      MemoryKinds kinds, ElementType source, ElementType target, long row, long run) {
    return PlainConverter.INSTANCE;
  }

  /// A converter for pixels of bytes, each channel of which is a part.
  ///
  /// @param formulas those of the channels that are converted, see [Formula#isForPixels]
  /// @param channels of a pixel, 2 to 4
  /// @param used has a bit for each channel that is converted, the lowest one for the first channel
  default PixelConverter pixels(MemoryKinds kinds, Formula[] formulas, int channels, int used) {
    return PixelConverter.NONE;
  }
}
