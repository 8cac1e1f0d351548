package io.cleave.bench;

import io.cleave.cli.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A table with a line for each split and a column for each ratio.
final class RatioTable {
  private final Map<String, Function<Result, Optional<Double>>> columns = new LinkedHashMap<>();

  /// Adds a column.
  RatioTable column(String name, Function<Result, Optional<Double>> ratio) {
    columns.put(name, ratio);
    return this;
  }

  /// The names of the columns.
  String head() {
    return row("", List.copyOf(columns.keySet()));
  }

  /// One split.
  String line(Result result) {
    return row(
        result.split().name(),
        columns.values().stream().map(one -> text(one.apply(result))).toList());
  }

  /// The geometric mean and the least of each column.
  List<String> summary(List<Result> all) {
    List<String> means = new ArrayList<>();
    List<String> least = new ArrayList<>();
    for (Function<Result, Optional<Double>> column : columns.values()) {
      Optional<Distribution> distribution = Distribution.over(all, column);
      means.add(text(distribution.map(Distribution::geomean)));
      least.add(text(distribution.map(one -> one.quantile(0))));
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
