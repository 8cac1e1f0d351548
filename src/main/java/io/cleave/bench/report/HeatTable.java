package io.cleave.bench.report;

import io.cleave.bench.Absence;
import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Measurement;
import io.cleave.bench.Role;
import io.cleave.bench.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Heats as text, for a terminal of some 80 columns.
public final class HeatTable {
  private HeatTable() {}

  /// One heat: a headline, and a line for each who took part, the fastest first; then those who did
  /// not, and why.
  public static List<String> of(Heat heat) {
    List<String> lines = new ArrayList<>();
    Subject subject = heat.subject();
    lines.add(
        "%s  %s%s"
            .formatted(
                subject.name(),
                subject.plan().headline(),
                subject.why().isEmpty() ? "" : "  (" + subject.why() + ")"));
    boolean peers = heat.best(Role.PEER).isPresent();
    lines.add(row("", "time", "GB/s", "x copy", peers ? "x peer" : ""));
    heat.measurements().stream()
        .sorted(Comparator.comparingDouble(Measurement::seconds))
        .forEach(one -> lines.add(row(heat, one)));
    for (Absence absence : heat.absences()) {
      lines.add(
          "  %s %s: %s"
              .formatted(
                  columns(absence.label()).strip(),
                  absence.wrong() ? "WRONG" : "absent",
                  absence.reason()));
    }
    return lines;
  }

  private static String row(Heat heat, Measurement one) {
    return row(
        columns(one.label()),
        seconds(one.seconds()),
        decimals(one.gigabytesPerSecond(), 1),
        ratio(heat.ratio(one, Role.COPY)),
        ratio(heat.ratio(one, Role.PEER)));
  }

  private static String row(String who, String time, String rate, String copy, String peer) {
    return "  %-56s %10s %7s %7s %7s".formatted(who, time, rate, copy, peer).stripTrailing();
  }

  private static String columns(Label label) {
    return "%-24s %-6s %s".formatted(label.shortDevice(), label.binding(), label.route());
  }

  /// A line for each heat: the fastest of each kind, and how they compare.
  public static List<String> summary(List<Heat> heats) {
    List<String> lines = new ArrayList<>();
    boolean peers = heats.stream().anyMatch(heat -> heat.best(Role.PEER).isPresent());
    lines.add(row("the fastest splitter", "time", "GB/s", "x copy", peers ? "x peer" : ""));
    for (Heat heat : heats) {
      heat.bestOfOurs()
          .ifPresent(
              best ->
                  lines.add(
                      row(
                          "%-10s %s"
                              .formatted(
                                  heat.subject().name(),
                                  best.label().binding().isEmpty()
                                      ? best.label().toString()
                                      : best.label().binding() + " " + best.label().route()),
                          seconds(best.seconds()),
                          decimals(best.gigabytesPerSecond(), 1),
                          ratio(heat.ratio(best, Role.COPY)),
                          ratio(heat.ratio(best, Role.PEER)))));
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
