package io.cleave.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A table with a line for each split and a column for each ratio.
///
/// @param <T> a split's results
final class RatioTable<T> {
  private final Map<String, Function<T, Optional<Double>>> columns = new LinkedHashMap<>();

  /// Adds a column.
  RatioTable<T> column(String name, Function<T, Optional<Double>> ratio) {
    columns.put(name, ratio);
    return this;
  }

  /// The names of the columns.
  String head() {
    return row("", List.copyOf(columns.keySet()));
  }

  /// One split.
  String line(String name, T results) {
    return row(name, columns.values().stream().map(one -> text(one.apply(results))).toList());
  }

  /// The geometric mean and the least of each column.
  List<String> summary(List<T> all) {
    List<String> means = new ArrayList<>();
    List<String> least = new ArrayList<>();
    for (Function<T, Optional<Double>> column : columns.values()) {
      Optional<Distribution> distribution = Distribution.over(all, column);
      means.add(text(distribution.map(Distribution::geomean)));
      least.add(text(distribution.map(Distribution::min)));
    }
    return List.of(row("geometric mean", means), row("min", least));
  }

  private static String text(Optional<Double> ratio) {
    return ratio.map(value -> String.format(Locale.ROOT, "%.2f", value)).orElse("");
  }

  private static String row(String name, List<String> cells) {
    StringBuilder row = new StringBuilder("%-22s".formatted(name));
    cells.forEach(cell -> row.append(" %13s".formatted(cell)));
    return row.toString().stripTrailing();
  }
}
