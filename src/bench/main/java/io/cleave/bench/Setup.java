package io.cleave.bench;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.bench.peers.Peers;
import io.cleave.cli.bench.Benchmark;
import io.cleave.cli.bench.Candidate;
import io.cleave.cli.bench.Candidates;
import io.cleave.cli.bench.Result;
import io.cleave.cli.bench.ResultReport;
import io.cleave.cli.bench.TimedSplit;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.print.TextFile;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that all benchmarks share.
final class Setup {
  private static final double USUAL = 0.5;
  private static final double BRIEF = 0.06;

  @Mixin private DeviceOption device = new DeviceOption("all");

  @Option(names = "--no-peers", description = "Leave out the other libraries.")
  private boolean alone;

  @Option(
      names = "--seconds",
      description =
          "The time for each candidate on each split (default: 0.5; 0.06 for survey and images).")
  private @Nullable Double seconds;

  @Option(names = "--json", description = "Write the figures as JSON, too.")
  private @Nullable Path json;

  /// Cleave's candidates through all bindings.
  Candidates candidates() {
    return candidates(Candidates.ROUTES, Integer.MAX_VALUE);
  }

  /// Cleave's candidates.
  ///
  /// @param bindings the most bindings of each device
  Candidates candidates(List<Route> routes, int bindings) {
    if (json != null) {
      // Refused before anything is measured.
      TextFile.requireWritable(List.of(json), List.of());
    }
    return new Candidates(device, routes, bindings);
  }

  /// Whether other libraries take part.
  boolean hasPeers() {
    return !alone;
  }

  /// Copies and Cleave, plain Java and vectors also each by itself.
  List<Candidate> ours(Candidates candidates) {
    List<Candidate> ours = candidates.onHost();
    if (device.means(Device.cpu())) {
      ours.addAll(CpuCandidates.on(Runtime.getRuntime().availableProcessors()));
    }
    return ours;
  }

  /// The same and the other libraries.
  List<Candidate> withPeers(Candidates candidates) {
    List<Candidate> all = ours(candidates);
    if (hasPeers()) {
      all.addAll(Peers.all());
    }
    return all;
  }

  /// A benchmark for many splits.
  Benchmark brief(List<Candidate> candidates) {
    return new Benchmark(candidates, each(BRIEF));
  }

  private Duration each(double usual) {
    return Duration.ofNanos((long) ((seconds == null ? usual : seconds) * 1e9));
  }

  /// Measures some splits and prints a table for each.
  List<Result> measure(List<TimedSplit> splits, List<Candidate> candidates) {
    return new Benchmark(candidates, each(USUAL)).run(splits, IO::println);
  }

  /// Prints the fastest splitters and writes the figures.
  ///
  /// @return the exit code
  int report(List<Result> results) throws IOException {
    ResultReport.summary(results).forEach(IO::println);
    return finish(results, ResultReport.json(results));
  }

  /// Writes the JSON file, if one is wanted.
  ///
  /// @return the exit code
  int finish(List<Result> results, JsonValue figures) throws IOException {
    return ResultReport.finish(results, json, figures);
  }
}
