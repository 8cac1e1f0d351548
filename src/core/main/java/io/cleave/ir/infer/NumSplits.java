package io.cleave.ir.infer;

import io.cleave.text.OneLine;
import java.util.Optional;

/// Reads the one attribute of a Split.
public final class NumSplits {
  private NumSplits() {}

  /// Its value.
  ///
  /// @param attribute what stands in the file, if anything does
  /// @throws IllegalArgumentException if that is no number
  public static long of(Optional<String> attribute) {
    String written =
        attribute.orElseThrow(() -> new IllegalArgumentException("it has no num_splits"));
    try {
      return Long.parseLong(written.strip());
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException(
          "num_splits \"%s\" is not a 64-bit number".formatted(OneLine.excerpt(written)));
    }
  }
}
