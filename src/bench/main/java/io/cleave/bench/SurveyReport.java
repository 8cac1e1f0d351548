package io.cleave.bench;

import io.cleave.cli.bench.Label;
import io.cleave.cli.bench.Result;
import io.cleave.cli.bench.Result.Exclusion;
import io.cleave.cli.bench.Result.Measurement;
import io.cleave.cli.bench.ResultJson;
import io.cleave.cli.bench.Role;
import io.cleave.cli.bench.TimedSplit;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
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
/// regret is the time of a candidate that chooses over that of the best candidate of Cleave's: 1 is
/// the best choice. As each figure is the best of several turns, choosing among equals looks a few
/// percent worse.
///
/// @param bytes about the size of the tensors
record SurveyReport(long bytes, List<Result> results) {
  private static final int WORST = 10;

  /// One line of the report.
  ///
  /// @param who a candidate
  /// @param against the one that it is compared with
  private record Row(String who, String against, Function<Result, Optional<Double>> figure) {
    static Row speed(String who, Role role, Function<Result, Optional<Measurement>> finder) {
      return new Row(
          who,
          role.name().toLowerCase(Locale.ROOT),
          result -> finder.apply(result).flatMap(one -> result.ratio(one, role)));
    }

    Optional<Distribution> over(List<Result> results) {
      return Distribution.over(results, figure);
    }
  }

  private List<Row> speeds(Role role) {
    List<Row> rows = new ArrayList<>(List.of(Row.speed("best of ours", role, Result::bestOfOurs)));
    for (Label label : labels(one -> one.isOurs() || (role == Role.COPY && one == Role.PEER))) {
      rows.add(Row.speed(label.toString(), role, result -> find(result, label)));
    }
    return rows;
  }

  private List<Row> regrets() {
    List<Row> rows = new ArrayList<>();
    Set<Label> routes = labels(role -> role == Role.SPLITTER);
    for (Label label : choices()) {
      rows.add(new Row(label.toString(), "best of ours", result -> regret(result, label)));
      if (routes.stream().anyMatch(one -> one.device().equals(label.device()))) {
        rows.add(new Row(label.toString(), "best of its own", result -> ownRegret(result, label)));
      }
    }
    return rows;
  }

  private Set<Label> choices() {
    return labels(role -> role == Role.CHOICE);
  }

  private Set<Label> labels(Predicate<Role> wanted) {
    Set<Label> labels = new LinkedHashSet<>();
    for (Result result : results) {
      result.measurements().stream()
          .filter(one -> wanted.test(one.role()))
          .map(Measurement::label)
          .forEach(labels::add);
    }
    return labels;
  }

  private static Optional<Measurement> find(Result result, Label label) {
    return result.best(one -> one.label().equals(label));
  }

  private static Optional<Double> regret(Result result, Label label) {
    return regret(result, label, _ -> true);
  }

  /// The regret among the candidates of the same device.
  private static Optional<Double> ownRegret(Result result, Label label) {
    return regret(result, label, one -> one.label().device().equals(label.device()));
  }

  private static Optional<Double> regret(
      Result result, Label label, Predicate<Measurement> others) {
    return find(result, label)
        .flatMap(
            one ->
                result
                    .best(others.and(other -> other.role().isOurs()))
                    .map(best -> one.seconds() / best.seconds()));
  }

  private static Optional<Double> best(Result result, Role role) {
    return result.bestOfOurs().flatMap(best -> result.ratio(best, role));
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
          .map(one -> "  %s WRONG: %s; %s".formatted(one.label(), one.reason(), command(result)))
          .forEach(lines::add);
    }
    return lines;
  }

  private void print(List<String> lines, String title, List<Row> rows) {
    List<String> printed = new ArrayList<>();
    for (Row row : rows) {
      String who = row.against.equals("best of its own") ? row.who + ", of its own" : row.who;
      row.over(results).map(spread -> line("  " + who, spread)).ifPresent(printed::add);
    }
    if (!printed.isEmpty()) {
      String name = "%s, %s splits, %s".formatted(TimedSplits.size(bytes), results.size(), title);
      lines.add(
          "%-48s %5s %6s %6s %6s %6s %6s %7s"
              .formatted(name, "n", "min", "p10", "median", "p90", "max", "geomean"));
      lines.addAll(printed);
    }
  }

  private static String line(String name, Distribution spread) {
    return "%-48s %5s %6s %6s %6s %6s %6s %7s"
        .formatted(
            name,
            spread.count(),
            decimals(spread.min()),
            decimals(spread.quantile(0.1)),
            decimals(spread.quantile(0.5)),
            decimals(spread.quantile(0.9)),
            decimals(spread.max()),
            decimals(spread.geomean()));
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
    Set<Label> choices = new LinkedHashSet<>();
    reports.forEach(report -> choices.addAll(report.choices()));
    for (Label label : choices) {
      String title = "worst choices of %s, time / best".formatted(label);
      lines.addAll(worst(all, title, result -> regret(result, label), Comparator.reverseOrder()));
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
            list(plan.shape().extents()),
            plan.type(),
            plan.axis(),
            equal ? "--equal " + plan.partCount() : "--lengths " + list(plan.lengths()),
            split.memory());
  }

  private static String list(long[] numbers) {
    return LongStream.of(numbers).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  /// The report with all figures.
  JsonObject json() {
    List<Row> speeds = new ArrayList<>(speeds(Role.COPY));
    speeds.addAll(speeds(Role.PEER));
    return JsonObject.builder()
        .put("bytes", bytes)
        .put("speeds", json(speeds))
        .put("regrets", json(regrets()))
        .put("heats", JsonArray.of(results, SurveyReport::json))
        .build();
  }

  private JsonArray json(List<Row> rows) {
    List<JsonValue> spreads = new ArrayList<>();
    for (Row row : rows) {
      row.over(results).map(spread -> json(row, spread)).ifPresent(spreads::add);
    }
    return new JsonArray(spreads);
  }

  private static JsonObject json(Row row, Distribution spread) {
    return JsonObject.builder()
        .put("who", row.who)
        .put("against", row.against)
        .put("count", spread.count())
        .put("min", spread.min())
        .put("p10", spread.quantile(0.1))
        .put("p25", spread.quantile(0.25))
        .put("median", spread.quantile(0.5))
        .put("p90", spread.quantile(0.9))
        .put("max", spread.max())
        .put("geomean", spread.geomean())
        .build();
  }

  private static JsonObject json(Result result) {
    JsonObject.Builder json =
        JsonObject.builder().put("subject", result.split().name()).put("command", command(result));
    best(result, Role.COPY).ifPresent(ratio -> json.put("best_to_copy", ratio));
    best(result, Role.PEER).ifPresent(ratio -> json.put("best_to_peer", ratio));
    return json.put("measurements", ResultJson.of(List.of(result)))
        .put("absences", JsonArray.of(result.exclusions(), SurveyReport::json))
        .build();
  }

  private static JsonObject json(Exclusion exclusion) {
    return JsonObject.builder()
        .put("who", exclusion.label().toString())
        .put("reason", exclusion.reason())
        .put("wrong", exclusion.isWrong())
        .build();
  }
}
