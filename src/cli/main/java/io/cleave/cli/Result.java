package io.cleave.cli;

import io.cleave.cli.Candidate.Role;
import io.cleave.json.JsonValue;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The result of a benchmark of one split, as values, text and JSON. An immutable value.
///
/// @param split what was measured
/// @param measurements of the candidates that took part, in their order
/// @param exclusions of those that did not
public record Result(TimedSplit split, List<Measurement> measurements, List<Exclusion> exclusions) {
  private static final String ROW = "  %-56s %10s %7s %7s";

  /// The speed of one candidate.
  ///
  /// @param seconds for one split, in the best turn
  /// @param median for one split, in the median turn
  public record Measurement(Candidate candidate, double seconds, double median) {}

  /// A candidate that did not take part.
  ///
  /// @param reason why not
  /// @param isWrong whether its parts were wrong, or Cleave has a fault
  public record Exclusion(Candidate candidate, String reason, boolean isWrong) {}

  /// Billions of bytes that a candidate read and wrote in a second.
  private double gigabytesPerSecond(Measurement one) {
    return 2.0 * split.copiedBytes() / one.seconds() / 1e9;
  }

  /// The speed of a candidate relative to the fastest one in a role: 2 means twice as fast. Empty
  /// if there is none in that role.
  public Optional<Double> ratio(Measurement one, Role role) {
    return best(role).map(best -> best.seconds() / one.seconds());
  }

  /// The fastest candidate in a role.
  public Optional<Measurement> best(Role role) {
    return best(one -> one.role() == role);
  }

  /// The fastest candidate among some.
  public Optional<Measurement> best(Predicate<Candidate> wanted) {
    return measurements.stream()
        .filter(one -> wanted.test(one.candidate()))
        .min(Comparator.comparingDouble(Measurement::seconds));
  }

  /// True if a candidate made wrong parts.
  boolean hasWrongParts() {
    return exclusions.stream().anyMatch(Exclusion::isWrong);
  }

  /// A headline, a line for each measurement, the fastest first, and a line for each exclusion.
  List<String> table() {
    List<String> lines = new ArrayList<>();
    String note = split.note().isEmpty() ? "" : "  (" + split.note() + ")";
    lines.add("%s  %s%s".formatted(split.name(), split.plan().headline(), note));
    lines.add(header(""));
    measurements.stream()
        .sorted(Comparator.comparingDouble(Measurement::seconds))
        .forEach(one -> lines.add(row(one.candidate().columns(), one)));
    for (Exclusion one : exclusions) {
      String verdict = one.isWrong() ? "WRONG" : "absent";
      lines.add("  %s %s: %s".formatted(one.candidate().columns().strip(), verdict, one.reason()));
    }
    return lines;
  }

  /// A line for each result: the fastest splitter.
  public static List<String> summary(List<Result> results) {
    List<String> lines = new ArrayList<>(List.of(header("the fastest splitter")));
    for (Result result : results) {
      String name = "%-10s ".formatted(result.split.name());
      result
          .best(Candidate::isOurs)
          .ifPresent(best -> lines.add(result.row(name + best.candidate(), best)));
    }
    return lines;
  }

  private static String header(String title) {
    return ROW.formatted(title, "time", "GB/s", "x copy");
  }

  private String row(String name, Measurement one) {
    return ROW.formatted(
            name,
            seconds(one.seconds()),
            decimals(gigabytesPerSecond(one), 1),
            ratio(one, Role.COPY).map(ratio -> decimals(ratio, 2)).orElse(""))
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
            .flatMap(result -> result.measurements.stream().map(result::json))
            .toList());
  }

  private JsonValue json(Measurement one) {
    SplitPlan plan = split.plan();
    return JsonValue.object(
        "subject", split.name(),
        "role", one.candidate().role().name().toLowerCase(Locale.ROOT),
        "shape", plan.data().shape().extents(),
        "type", plan.data().type(),
        "to", plan.partType(),
        "axis", plan.axis(),
        "lengths", plan.lengths(),
        "memory", split.memory(),
        "device", one.candidate().device(),
        "binding", one.candidate().binding(),
        "route", one.candidate().route(),
        "bytes", split.copiedBytes(),
        "seconds", one.seconds(),
        "median_seconds", one.median(),
        "gbps", gigabytesPerSecond(one),
        "ratio_to_copy", ratio(one, Role.COPY).orElse(null),
        "ratio_to_peer", ratio(one, Role.PEER).orElse(null));
  }
}
