package io.cleave.bench.survey;

import io.cleave.bench.Absence;
import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Role;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// A survey as text, for a terminal of some 80 columns.
public final class SurveyTable {
  /// What is chosen should be within this of the best.
  private static final double NEAR = 1.15;

  private final List<String> lines = new ArrayList<>();
  private final Stratum stratum;

  private SurveyTable(Stratum stratum) {
    this.stratum = stratum;
  }

  /// One size: how speeds are distributed, and how what is chosen compares with the best.
  public static List<String> of(Stratum stratum) {
    SurveyTable table = new SurveyTable(stratum);
    table.speeds(Role.COPY, "x the fastest plain copy");
    if (stratum.heats().stream().anyMatch(heat -> heat.best(Role.PEER).isPresent())) {
      table.speeds(Role.PEER, "x the fastest peer");
    }
    table.regrets();
    table.flips();
    table.wrongAnswers();
    return table.lines;
  }

  private void speeds(Role against, String title) {
    int heats = stratum.heats().size();
    lines.add(
        "%-46s %5s %6s %6s %6s %6s %7s"
            .formatted(
                "%s, %s %s, %s"
                    .formatted(
                        Sizes.text(stratum.bytes()), heats, heats == 1 ? "split" : "splits", title),
                "n",
                "min",
                "p10",
                "p25",
                "median",
                "geomean"));
    speed("best of ours", heat -> Figures.best(heat, against));
    for (Label label : stratum.ours()) {
      speed(label.toString(), heat -> Figures.speed(heat, label, against));
    }
    if (against == Role.COPY) {
      for (Label label : stratum.peers()) {
        speed(label.toString(), heat -> Figures.speed(heat, label, against));
      }
    }
  }

  private void speed(String who, Function<Heat, Optional<Double>> figure) {
    stratum
        .distribution(figure)
        .ifPresent(
            spread ->
                lines.add(
                    "  %-44s %5s %6s %6s %6s %6s %7s"
                        .formatted(
                            who,
                            spread.count(),
                            decimals(spread.min()),
                            decimals(spread.quantile(0.1)),
                            decimals(spread.quantile(0.25)),
                            decimals(spread.median()),
                            decimals(spread.geomean()))));
  }

  private void regrets() {
    if (stratum.choices().isEmpty()) {
      return;
    }
    lines.add(
        "%-46s %5s %6s %6s %6s %14s"
            .formatted(
                "%s, time of what is chosen / best".formatted(Sizes.text(stratum.bytes())),
                "n",
                "median",
                "p90",
                "max",
                "within " + NEAR));
    for (Label label : stratum.choices()) {
      regret(label.toString(), heat -> Figures.regret(heat, label));
      if (stratum.routes().stream().anyMatch(one -> one.device().equals(label.device()))) {
        regret(label + ", of its own", heat -> Figures.ownRegret(heat, label));
      }
    }
  }

  private void regret(String who, Function<Heat, Optional<Double>> figure) {
    stratum
        .distribution(figure)
        .ifPresent(
            spread ->
                lines.add(
                    "  %-44s %5s %6s %6s %6s %14s"
                        .formatted(
                            who,
                            spread.count(),
                            decimals(spread.median()),
                            decimals(spread.quantile(0.9)),
                            decimals(spread.max()),
                            Math.round(100 * spread.shareUpTo(NEAR)) + " %")));
  }

  private void flips() {
    for (Label label : stratum.choices()) {
      Choices.of(stratum, label)
          .ifPresent(
              choices ->
                  lines.add(
                      "  %s: opened anew, chose another way for %s of %s splits"
                          .formatted(label, choices.flips(), choices.heats())));
    }
  }

  private void wrongAnswers() {
    for (Heat heat : stratum.heats()) {
      heat.absences().stream()
          .filter(Absence::wrong)
          .map(one -> "  %s WRONG: %s; %s".formatted(one.label(), one.reason(), command(heat)))
          .forEach(lines::add);
    }
  }

  private static String command(Heat heat) {
    return RepeatCommand.of(heat.subject());
  }

  /// All sizes: the ten worst of each kind, and the command that measures each alone.
  public static List<String> worst(List<Stratum> strata) {
    List<String> lines = new ArrayList<>();
    list(lines, "slowest, x copy", Worst.smallest(strata, heat -> Figures.best(heat, Role.COPY)));
    list(lines, "slowest, x peer", Worst.smallest(strata, heat -> Figures.best(heat, Role.PEER)));
    Set<Label> choices = new LinkedHashSet<>();
    strata.forEach(stratum -> choices.addAll(stratum.choices()));
    for (Label label : choices) {
      list(
          lines,
          "chosen worst by %s, time / best".formatted(label),
          Worst.largest(strata, heat -> Figures.regret(heat, label)));
    }
    return lines;
  }

  private static void list(List<String> lines, String title, List<Worst> worst) {
    if (!worst.isEmpty()) {
      lines.add(title);
      for (Worst one : worst) {
        lines.add("  %s  %s".formatted(decimals(one.figure()), command(one.heat())));
      }
    }
  }

  private static String decimals(double value) {
    return String.format(Locale.ROOT, value < 0.1 ? "%.3f" : "%.2f", value);
  }
}
