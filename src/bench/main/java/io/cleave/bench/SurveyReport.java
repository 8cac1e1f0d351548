package io.cleave.bench;

import io.cleave.cli.Candidate;
import io.cleave.cli.Candidate.Role;
import io.cleave.cli.Result;
import io.cleave.cli.Result.Exclusion;
import io.cleave.cli.Result.Measurement;
import io.cleave.cli.TimedSplit;
import io.cleave.json.JsonValue;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// The results of a survey for tensors of one size: distributions of speeds and of regrets. A
/// regret is the time of a candidate that chooses over that of the best that it could have chosen:
/// 1 is the best choice. As each figure is the best of several turns, choosing among equals looks a
/// few percent worse.
///
/// @param bytes about the size of the tensors
record SurveyReport(long bytes, List<Result> results) {
  private static final int WORST = 10;

  /// One line of the report.
  private record Row(String name, Function<Result, Optional<Double>> figure) {}

  private List<Row> speeds(Role role) {
    List<Row> rows = new ArrayList<>(List.of(new Row("best of ours", one -> best(one, role))));
    Predicate<Candidate> wanted =
        one -> one.isOurs() || (role == Role.COPY && one.role() == Role.PEER);
    for (Candidate candidate : candidates(wanted)) {
      rows.add(
          new Row(
              candidate.toString(),
              result -> find(result, candidate).flatMap(one -> result.ratio(one, role))));
    }
    return rows;
  }

  private List<Row> regrets() {
    return choices().stream()
        .map(choice -> new Row(choice.toString(), result -> regret(result, choice)))
        .toList();
  }

  private Set<Candidate> choices() {
    return candidates(one -> one.role() == Role.CHOICE);
  }

  private Set<Candidate> candidates(Predicate<Candidate> wanted) {
    Set<Candidate> candidates = new LinkedHashSet<>();
    for (Result result : results) {
      result.measurements().stream()
          .map(Measurement::candidate)
          .filter(wanted)
          .forEach(candidates::add);
    }
    return candidates;
  }

  private static Optional<Measurement> find(Result result, Candidate candidate) {
    return result.best(candidate::equals);
  }

  /// The default splitter could have chosen any candidate of Cleave's, others one of their device.
  private static Optional<Double> regret(Result result, Candidate choice) {
    return find(result, choice)
        .flatMap(
            one ->
                result
                    .best(other -> other.isOurs() && couldBe(choice, other))
                    .map(best -> one.seconds() / best.seconds()));
  }

  private static boolean couldBe(Candidate choice, Candidate other) {
    return choice.device().equals("default") || choice.device().equals(other.device());
  }

  private static Optional<Double> best(Result result, Role role) {
    return result.best(Candidate::isOurs).flatMap(best -> result.ratio(best, role));
  }

  /// The report as text.
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    print(lines, "x the fastest plain copy", speeds(Role.COPY));
    print(lines, "x the fastest peer", speeds(Role.PEER));
    print(lines, "time of the choice / best", regrets());
    for (Result result : results) {
      result.exclusions().stream()
          .filter(Exclusion::isWrong)
          .map(
              one -> "  %s WRONG: %s; %s".formatted(one.candidate(), one.reason(), command(result)))
          .forEach(lines::add);
    }
    return lines;
  }

  private void print(List<String> lines, String title, List<Row> rows) {
    List<String> printed = new ArrayList<>();
    for (Row row : rows) {
      Distribution.over(results, row.figure)
          .map(spread -> line("  " + row.name, spread))
          .ifPresent(printed::add);
    }
    if (!printed.isEmpty()) {
      String name = "%s, %s splits, %s".formatted(TimedSplits.size(bytes), results.size(), title);
      lines.add(line(name, "n", "min", "p10", "median", "p90", "max", "geomean"));
      lines.addAll(printed);
    }
  }

  private static String line(String name, Distribution spread) {
    List<Object> cells = new ArrayList<>(List.of(spread.count()));
    for (double share : new double[] {0, 0.1, 0.5, 0.9, 1}) {
      cells.add(decimals(spread.quantile(share)));
    }
    cells.add(decimals(spread.geomean()));
    return line(name, cells.toArray());
  }

  private static String line(String name, Object... cells) {
    return "%-48s ".formatted(name) + "%5s %6s %6s %6s %6s %6s %7s".formatted(cells);
  }

  private static String decimals(double value) {
    return String.format(Locale.ROOT, value < 0.1 ? "%.3f" : "%.2f", value);
  }

  /// The ten worst of each kind over all sizes, and the command that measures each alone.
  static List<String> worst(List<SurveyReport> reports) {
    List<Result> all = reports.stream().flatMap(report -> report.results.stream()).toList();
    List<String> lines = new ArrayList<>();
    for (Role role : List.of(Role.COPY, Role.PEER)) {
      String title = "slowest, x " + role.name().toLowerCase(Locale.ROOT);
      lines.addAll(worst(all, title, result -> best(result, role), Comparator.naturalOrder()));
    }
    Set<Candidate> choices = new LinkedHashSet<>();
    reports.forEach(report -> choices.addAll(report.choices()));
    for (Candidate choice : choices) {
      String title = "worst choices of %s, time / best".formatted(choice);
      lines.addAll(worst(all, title, result -> regret(result, choice), Comparator.reverseOrder()));
    }
    return lines;
  }

  private static List<String> worst(
      List<Result> all,
      String title,
      Function<Result, Optional<Double>> figure,
      Comparator<Double> order) {
    List<String> lines = new ArrayList<>(List.of(title));
    all.stream()
        .filter(result -> figure.apply(result).isPresent())
        .sorted(Comparator.comparing(result -> figure.apply(result).orElseThrow(), order))
        .limit(WORST)
        .map(
            result ->
                "  %s  %s".formatted(decimals(figure.apply(result).orElseThrow()), command(result)))
        .forEach(lines::add);
    return lines.size() == 1 ? List.of() : lines;
  }

  /// The command that measures one split alone.
  private static String command(Result result) {
    TimedSplit split = result.split();
    SplitPlan plan = split.plan();
    boolean equal = Arrays.stream(plan.lengths()).distinct().count() == 1;
    return "cleave bench --shape %s --type %s --axis %s %s --memory %s"
        .formatted(
            list(plan.data().shape().extents()),
            plan.data().type(),
            plan.axis(),
            equal ? "--equal " + plan.partCount() : "--lengths " + list(plan.lengths()),
            split.memory());
  }

  private static String list(long[] numbers) {
    return LongStream.of(numbers).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  /// The figures of one split.
  static JsonValue json(Result result) {
    return JsonValue.object(
        "subject", result.split().name(),
        "command", command(result),
        "measurements", Result.json(List.of(result)));
  }
}
