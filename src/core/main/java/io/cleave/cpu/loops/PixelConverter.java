package io.cleave.cpu.loops;

/// Converts pixels: each channel into a separate part, all in one pass over the data. Safe for use
/// by many threads.
@FunctionalInterface
public interface PixelConverter {
  /// Converts nothing.
  PixelConverter NONE = _ -> false;

  /// Converts rows of pixels. It reads nothing but these.
  ///
  /// @param channels four, one for each channel; any of them for a channel that is left out. A run
  ///   has the elements of a row of pixels, and begins with the first channel of the first pixel
  /// @return false if this cannot convert these pixels, or not yet: the caller converts all of them
  boolean convert(ElementRuns[] channels);
}
