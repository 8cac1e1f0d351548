package io.cleave.bench.survey;

import java.util.List;

/// The sizes of tensors that a survey looks at.
public final class Sizes {
  /// In a core's own cache, in the shared one, and beyond it on most machines.
  public static final List<Long> USUAL = List.of(256L << 10, 2L << 20, 32L << 20);

  private Sizes() {}

  /// A size as an option spells it: `256K`, `2M`.
  public static String text(long bytes) {
    int power = Math.min(Long.numberOfTrailingZeros(bytes) / 10, 4);
    return bytes <= 0 || power == 0
        ? String.valueOf(bytes)
        : (bytes >> (10 * power)) + " KMGT".substring(power, power + 1);
  }
}
