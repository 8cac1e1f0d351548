package io.cleave.bench;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The distribution of some figures. An immutable value.
final class Distribution {
  private final double[] sorted;

  private Distribution(double[] sorted) {
    this.sorted = sorted;
  }

  /// The distribution of a figure over those that have it; empty if none has.
  static <T> Optional<Distribution> over(Collection<T> all, Function<T, Optional<Double>> figure) {
    List<Double> figures = all.stream().flatMap(one -> figure.apply(one).stream()).toList();
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return figures.isEmpty() ? Optional.empty() : Optional.of(new Distribution(sorted));
  }

  /// How many figures there are.
  int count() {
    return sorted.length;
  }

  /// The figure below which this share of them lies, between two neighbours where it falls between
  /// them, as NumPy does.
  ///
  /// @param share from 0, the smallest, to 1, the largest
  double quantile(double share) {
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  /// The geometric mean: twice as fast and half as fast cancel out.
  double geomean() {
    return Math.exp(Arrays.stream(sorted).map(Math::log).average().orElseThrow());
  }
}
