package io.cleave.cli.option;

import io.cleave.plan.Conversion;
import java.util.Locale;

/// Means and deviations that `--normalize` knows by name, of values from 0 to 1.
enum Normalization {
  /// ImageNet's, of red, green and blue.
  IMAGENET,
  /// To -1..1, as the Inception models have it.
  INCEPTION,
  /// Another name for [#INCEPTION].
  HALF;

  private static final double MIDDLE = 0.5;

  /// @param max the value that becomes 1
  Conversion applied(Conversion cast, double max) {
    return this == IMAGENET
        ? cast.imagenet(max)
        : cast.normalized(new double[] {MIDDLE}, new double[] {MIDDLE}, max);
  }

  /// `imagenet`
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
