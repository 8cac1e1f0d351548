package io.cleave.bench;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.bench.peers.Peers;
import io.cleave.cli.Benchmark;
import io.cleave.cli.Candidate;
import io.cleave.cli.DeviceOption;
import io.cleave.cli.Result;
import io.cleave.cli.TextFile;
import io.cleave.cli.TimedSplit;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Path;
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

  /// The devices that were asked for.
  DeviceOption device() {
    return device;
  }

  /// Copies and Cleave by all routes through all bindings.
  List<Candidate> candidates() {
    return Candidate.all(device, device.routes(Route.values()), Integer.MAX_VALUE);
  }

  /// True if other libraries take part.
  boolean hasPeers() {
    return !alone;
  }

  /// Copies and Cleave through one binding of each device, plain Java and vectors also each by
  /// itself.
  List<Candidate> ours(Route... routes) {
    return withCpu(Candidate.all(device, device.routes(routes), 1));
  }

  private List<Candidate> withCpu(List<Candidate> ours) {
    if (device.devices().contains(Device.cpu())) {
      ours.addAll(CpuCandidates.on(Runtime.getRuntime().availableProcessors()));
    }
    return ours;
  }

  /// Copies, Cleave by all routes through all bindings, and the other libraries.
  List<Candidate> withPeers() {
    return withPeers(withCpu(candidates()));
  }

  /// These and the other libraries.
  List<Candidate> withPeers(List<Candidate> all) {
    if (hasPeers()) {
      all.addAll(Peers.all());
    }
    return all;
  }

  /// A benchmark for many splits.
  Benchmark brief(List<Candidate> candidates) {
    return benchmark(candidates, BRIEF);
  }

  private Benchmark benchmark(List<Candidate> candidates, double usual) {
    // Refused before anything is measured.
    TextFile.requireWritable(json == null ? List.of() : List.of(json), List.of());
    return new Benchmark(candidates, seconds == null ? usual : seconds);
  }

  /// Measures some splits and prints a table for each.
  List<Result> measure(List<TimedSplit> splits, List<Candidate> candidates) {
    return benchmark(candidates, USUAL).run(splits, IO::println);
  }

  /// Prints the fastest splitters and writes the figures.
  ///
  /// @return the exit code
  int report(List<Result> results) throws IOException {
    Result.summary(results).forEach(IO::println);
    return finish(results, Result.json(results));
  }

  /// Writes the JSON file, if one is wanted.
  ///
  /// @return the exit code
  int finish(List<Result> results, JsonValue figures) throws IOException {
    return Result.finish(results, json, figures);
  }
}
