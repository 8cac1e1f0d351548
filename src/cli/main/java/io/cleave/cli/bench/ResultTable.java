package io.cleave.cli.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Results as text.
public final class ResultTable {
  private static final String ROW = "  %-56s %10s %7s %7s %7s";

  private ResultTable() {}

  /// One result: a headline, a line for each measurement, the fastest first, and a line for each
  /// exclusion.
  public static List<String> of(Result result) {
    List<String> lines = new ArrayList<>();
    TimedSplit split = result.split();
    String note = split.note().isEmpty() ? "" : "  (" + split.note() + ")";
    lines.add("%s  %s%s".formatted(split.name(), split.plan().headline(), note));
    lines.add(header("", List.of(result)));
    result.measurements().stream()
        .sorted(Comparator.comparingDouble(Result.Measurement::seconds))
        .forEach(one -> lines.add(row(columns(one.label()), result, one)));
    for (Result.Exclusion exclusion : result.exclusions()) {
      lines.add(
          "  %s %s: %s"
              .formatted(
                  columns(exclusion.label()).strip(),
                  exclusion.isWrong() ? "WRONG" : "absent",
                  exclusion.reason()));
    }
    return lines;
  }

  /// A line for each result: the fastest splitter.
  public static List<String> summary(List<Result> results) {
    List<String> lines = new ArrayList<>(List.of(header("the fastest splitter", results)));
    for (Result result : results) {
      String name = "%-10s ".formatted(result.split().name());
      result.bestOfOurs().ifPresent(best -> lines.add(row(name + best.label(), result, best)));
    }
    return lines;
  }

  private static String header(String title, List<Result> results) {
    boolean peers = results.stream().anyMatch(result -> result.best(Role.PEER).isPresent());
    return ROW.formatted(title, "time", "GB/s", "x copy", peers ? "x peer" : "").stripTrailing();
  }

  private static String row(String name, Result result, Result.Measurement one) {
    return ROW.formatted(
            name,
            seconds(one.seconds()),
            decimals(result.gigabytesPerSecond(one), 1),
            ratio(result.ratio(one, Role.COPY)),
            ratio(result.ratio(one, Role.PEER)))
        .stripTrailing();
  }

  private static String columns(Label label) {
    return "%-24s %-6s %s".formatted(label.shortDevice(), label.binding(), label.route());
  }

  private static String ratio(Optional<Double> ratio) {
    return ratio.map(value -> decimals(value, 2)).orElse("");
  }

  private static String seconds(double seconds) {
    if (seconds < 1e-6) {
      return decimals(seconds * 1e9, 0) + " ns";
    }
    if (seconds < 1e-3) {
      return decimals(seconds * 1e6, 1) + " us";
    }
    return decimals(seconds * 1e3, 2) + " ms";
  }

  private static String decimals(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
