package io.cleave.bench.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Some figures, and how they are spread. An immutable value.
public final class Distribution {
  private final double[] sorted;

  private Distribution(double[] sorted) {
    this.sorted = sorted;
  }

  /// The spread of these figures, one at least, all above 0.
  public static Distribution of(Collection<Double> figures) {
    if (figures.isEmpty()) {
      throw new IllegalArgumentException("no figures have no distribution; leave it out");
    }
    return new Distribution(figures.stream().mapToDouble(figure -> figure).sorted().toArray());
  }

  /// The spread of a figure over those who have it; empty if nobody does.
  public static <T> Optional<Distribution> over(
      Collection<T> all, Function<T, Optional<Double>> figure) {
    List<Double> figures = all.stream().flatMap(one -> figure.apply(one).stream()).toList();
    return figures.isEmpty() ? Optional.empty() : Optional.of(of(figures));
  }

  /// How many figures there are.
  public int count() {
    return sorted.length;
  }

  /// The smallest.
  public double min() {
    return sorted[0];
  }

  /// The largest.
  public double max() {
    return sorted[sorted.length - 1];
  }

  /// Half of them are less.
  public double median() {
    return quantile(0.5);
  }

  /// The figure below which this share of them lies, between two neighbours where it falls between
  /// them, as NumPy does.
  ///
  /// @param share from 0, the smallest, to 1, the largest
  public double quantile(double share) {
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  /// The geometric mean: twice as fast and half as fast cancel out.
  public double geomean() {
    return Math.exp(Arrays.stream(sorted).map(Math::log).average().orElseThrow());
  }

  /// The share of figures that are no larger than this one.
  public double shareUpTo(double limit) {
    return (double) Arrays.stream(sorted).filter(figure -> figure <= limit).count() / sorted.length;
  }
}
