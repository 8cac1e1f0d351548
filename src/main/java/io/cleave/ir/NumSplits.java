package io.cleave.ir;

/// Reads the one attribute of a Split.
final class NumSplits {
  private NumSplits() {}

  /// @throws IllegalArgumentException if the layer has none that is a number
  static long of(Layer layer) {
    String written =
        layer
            .attribute("num_splits")
            .orElseThrow(() -> new IllegalArgumentException("it has no num_splits"));
    try {
      return Long.parseLong(written.strip());
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException(
          "num_splits \"%s\" is not a 64-bit number".formatted(Excerpt.of(written)));
    }
  }
}
