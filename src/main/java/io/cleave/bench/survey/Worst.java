package io.cleave.bench.survey;

import io.cleave.bench.Heat;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A heat that went badly, and how badly.
///
/// @param heat which
/// @param figure the figure that was bad
record Worst(Heat heat, double figure) {
  private static final int SHOWN = 10;

  /// The ten heats with the smallest figures, the smallest first.
  static List<Worst> smallest(List<Stratum> strata, Function<Heat, Optional<Double>> figure) {
    return of(strata, figure, Comparator.comparingDouble(Worst::figure));
  }

  /// The ten heats with the largest figures, the largest first.
  static List<Worst> largest(List<Stratum> strata, Function<Heat, Optional<Double>> figure) {
    return of(strata, figure, Comparator.comparingDouble(Worst::figure).reversed());
  }

  private static List<Worst> of(
      List<Stratum> strata, Function<Heat, Optional<Double>> figure, Comparator<Worst> order) {
    return strata.stream()
        .flatMap(stratum -> stratum.heats().stream())
        .flatMap(heat -> figure.apply(heat).map(value -> new Worst(heat, value)).stream())
        .sorted(order)
        .limit(SHOWN)
        .toList();
  }
}
