package io.cleave.bench;

import io.cleave.Device;
import io.cleave.Splitter;
import io.cleave.cli.bench.Benchmark;
import io.cleave.cli.bench.Candidate;
import io.cleave.cli.bench.Label;
import io.cleave.cli.bench.MemoryKind;
import io.cleave.cli.bench.PlainCopy;
import io.cleave.cli.bench.Result;
import io.cleave.cli.bench.Role;
import io.cleave.cli.bench.SplitterCandidate;
import io.cleave.cli.bench.TimedSplit;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The speed of plain Java in a JVM that has split many other geometries before, against that in a
/// fresh JVM. HotSpot compiles a loop for what it has seen, so earlier splits can slow later ones.
final class Aged {
  private static final Duration BRIEF = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofMillis(500);
  private static final long[] SIZES = {128 << 10, 256 << 10, 2 << 20};
  private static final int PIXELS = 1 << 20;

  private Aged() {}

  /// Pixels into planes, heads of attention, and columns of a table.
  private static List<TimedSplit> targets() {
    List<TimedSplit> splits = new ArrayList<>();
    for (MemoryKind memory : MemoryKind.values()) {
      for (ElementType type : List.of(ElementType.U8, ElementType.U16, ElementType.F32)) {
        for (int channels = 3; channels <= 4; channels++) {
          Shape shape = Shape.of(PIXELS, channels);
          SplitPlan planes = SplitPlan.of(Layout.of(type, shape), 1, Cut.intoEqualParts(channels));
          splits.add(
              new TimedSplit("%s x%s %s".formatted(type, channels, memory), "", planes, memory));
        }
      }
      SplitPlan columns =
          SplitPlan.of(Layout.of(ElementType.F32, PIXELS / 32, 64), 1, Cut.byLengths(5, 16, 1, 42));
      splits.add(new TimedSplit("f32 columns " + memory, "", columns, memory));
    }
    return splits;
  }

  /// Splits this many geometries, measures the targets, and prints a line for each: its speed over
  /// that of a plain copy on one thread.
  static void measure(int before, long seed) {
    List<Candidate> candidates =
        List.of(
            new PlainCopy(1),
            new SplitterCandidate(
                Role.CHOICE, new Label("cpu", "", ""), true, () -> Splitter.open(Device.cpu())));
    Benchmark brief = new Benchmark(candidates, BRIEF, BRIEF);
    for (int i = 0; i < before; i++) {
      brief.run(RandomSplits.draw(seed + i, SIZES[i % SIZES.length], 2).get(i / SIZES.length % 2));
    }
    Benchmark benchmark = new Benchmark(candidates, LONG, LONG);
    for (TimedSplit target : targets()) {
      Result result = benchmark.run(target);
      double ratio =
          result.best(Role.COPY).orElseThrow().median()
              / result.bestOfOurs().orElseThrow().median();
      IO.println("%s\t%s".formatted(target.name(), ratio));
    }
  }

  /// Runs [#measure(int, long)] in a JVM that is started like this one.
  static Map<String, Double> inAnotherJvm(int before, long seed) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Bench.class.getName()));
    command.addAll(List.of("aged", "--measure", "--before", "" + before, "--seed", "" + seed));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      Map<String, Double> ratios = new LinkedHashMap<>();
      try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
        lines
            .lines()
            .map(line -> line.split("\t", -1))
            .filter(cells -> cells.length == 2)
            .forEach(cells -> ratios.put(cells[0], Double.valueOf(cells[1])));
      }
      return ratios;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
