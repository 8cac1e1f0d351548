package io.cleave.cli.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Results as text.
public final class ResultTable {
  private ResultTable() {}

  /// One result: a headline, a line for each measurement, the fastest first, and a line for each
  /// exclusion.
  public static List<String> of(Result result) {
    List<String> lines = new ArrayList<>();
    TimedSplit split = result.split();
    lines.add(
        "%s  %s%s"
            .formatted(
                split.name(),
                split.plan().headline(),
                split.note().isEmpty() ? "" : "  (" + split.note() + ")"));
    boolean peers = result.best(Role.PEER).isPresent();
    lines.add(row("", "time", "GB/s", "x copy", peers ? "x peer" : ""));
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

  private static String row(String who, Result result, Result.Measurement one) {
    return row(
        who,
        seconds(one.seconds()),
        decimals(result.gigabytesPerSecond(one), 1),
        ratio(result.ratio(one, Role.COPY)),
        ratio(result.ratio(one, Role.PEER)));
  }

  private static String row(String who, String time, String rate, String copy, String peer) {
    return "  %-56s %10s %7s %7s %7s".formatted(who, time, rate, copy, peer).stripTrailing();
  }

  private static String columns(Label label) {
    return "%-24s %-6s %s".formatted(label.shortDevice(), label.binding(), label.route());
  }

  /// A line for each result: the fastest splitter.
  public static List<String> summary(List<Result> results) {
    List<String> lines = new ArrayList<>();
    boolean peers = results.stream().anyMatch(result -> result.best(Role.PEER).isPresent());
    lines.add(row("the fastest splitter", "time", "GB/s", "x copy", peers ? "x peer" : ""));
    for (Result result : results) {
      String name = "%-10s ".formatted(result.split().name());
      result.bestOfOurs().ifPresent(best -> lines.add(row(name + best.label(), result, best)));
    }
    return lines;
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
