package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// Converts pixels: each channel into a part of its own, all in one pass over the data. Safe for
/// use by many threads.
@FunctionalInterface
public interface PixelConverter {
  /// Converts none.
  PixelConverter NONE = (_, _, _, _, _, _, _, _, _, _) -> false;

  /// Converts some rows of pixels. It reads nothing but these.
  ///
  /// @param scratch used by this thread alone
  /// @param by four formulas, those of the channels; any one for a channel that is left out
  /// @param from the byte where the first row begins in the data
  /// @param pitch the bytes from one row to the next
  /// @param parts the part of each, in the same way
  /// @param to the element of each part where the first row goes
  /// @param distance the elements from one row to the next, in each part
  /// @param run the pixels of a row
  /// @return false, with nothing written, if this cannot convert these pixels, or not yet
  boolean convert(
      Scratch scratch,
      Formula[] by,
      MemorySegment data,
      long from,
      long pitch,
      MemorySegment[] parts,
      long[] to,
      long distance,
      int run,
      int rows);
}
