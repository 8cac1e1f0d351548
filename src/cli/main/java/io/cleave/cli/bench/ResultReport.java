package io.cleave.cli.bench;

import io.cleave.cli.bench.Result.Measurement;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.TextFile;
import io.cleave.json.JsonValue;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Results as text and as JSON.
public final class ResultReport {
  private static final String ROW = "  %-56s %10s %7s %7s";

  private ResultReport() {}

  /// One result: a headline, a line for each measurement, the fastest first, and a line for each
  /// exclusion.
  public static List<String> table(Result result) {
    List<String> lines = new ArrayList<>();
    TimedSplit split = result.split();
    String note = split.note().isEmpty() ? "" : "  (" + split.note() + ")";
    lines.add("%s  %s%s".formatted(split.name(), split.plan().headline(), note));
    lines.add(header(""));
    result.measurements().stream()
        .sorted(Comparator.comparingDouble(Measurement::seconds))
        .forEach(one -> lines.add(row(one.label().columns(), result, one)));
    for (Result.Exclusion one : result.exclusions()) {
      String verdict = one.isWrong() ? "WRONG" : "absent";
      lines.add("  %s %s: %s".formatted(one.label().columns().strip(), verdict, one.reason()));
    }
    return lines;
  }

  /// A line for each result: the fastest splitter.
  public static List<String> summary(List<Result> results) {
    List<String> lines = new ArrayList<>(List.of(header("the fastest splitter")));
    for (Result result : results) {
      String name = "%-10s ".formatted(result.split().name());
      result.bestOfOurs().ifPresent(best -> lines.add(row(name + best.label(), result, best)));
    }
    return lines;
  }

  private static String header(String title) {
    return ROW.formatted(title, "time", "GB/s", "x copy");
  }

  private static String row(String name, Result result, Measurement one) {
    return ROW.formatted(
            name,
            seconds(one.seconds()),
            decimals(result.gigabytesPerSecond(one), 1),
            result.ratio(one, Role.COPY).map(ratio -> decimals(ratio, 2)).orElse(""))
        .stripTrailing();
  }

  private static String seconds(double seconds) {
    if (seconds < 1e-6) {
      return decimals(seconds * 1e9, 0) + " ns";
    }
    return seconds < 1e-3 ? decimals(seconds * 1e6, 1) + " us" : decimals(seconds * 1e3, 2) + " ms";
  }

  private static String decimals(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /// Writes the figures, if there is a file for them.
  ///
  /// @return the exit code: that of a failed check, if a candidate made wrong parts
  public static int finish(List<Result> results, @Nullable Path json, JsonValue figures)
      throws IOException {
    if (json != null) {
      TextFile.write(json, figures.pretty() + "\n");
    }
    return results.stream().anyMatch(Result::hasWrongParts) ? ExitCode.CHECK_FAILED : ExitCode.DONE;
  }

  /// All results as an array with an object for each measurement.
  public static JsonValue json(List<Result> results) {
    return JsonValue.of(
        results.stream()
            .flatMap(result -> result.measurements().stream().map(one -> json(result, one)))
            .toList());
  }

  private static JsonValue json(Result result, Measurement one) {
    SplitPlan plan = result.split().plan();
    return JsonValue.object(
        "subject", result.split().name(),
        "role", one.role().name().toLowerCase(Locale.ROOT),
        "shape", plan.data().shape().extents(),
        "type", plan.data().type(),
        "to", plan.partType(),
        "axis", plan.axis(),
        "lengths", plan.lengths(),
        "memory", result.split().memory(),
        "device", one.label().device(),
        "binding", one.label().binding(),
        "route", one.label().route(),
        "bytes", result.split().copiedBytes(),
        "seconds", one.seconds(),
        "median_seconds", one.median(),
        "gbps", result.gigabytesPerSecond(one),
        "ratio_to_copy", result.ratio(one, Role.COPY).orElse(null),
        "ratio_to_peer", result.ratio(one, Role.PEER).orElse(null));
  }
}
