package io.cleave.bench;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.bench.peers.Peers;
import io.cleave.cli.Benchmark;
import io.cleave.cli.Candidate;
import io.cleave.cli.Candidate.Role;
import io.cleave.cli.Converters;
import io.cleave.cli.Converters.ByteCount;
import io.cleave.cli.Errors;
import io.cleave.cli.MemoryKind;
import io.cleave.cli.Result;
import io.cleave.cli.Result.Measurement;
import io.cleave.cli.Suite;
import io.cleave.cli.TimedSplit;
import io.cleave.json.JsonValue;
import io.cleave.opencl.session.Binding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/// The benchmarks for maintainers. Each checks all parts before it times them, and prints a table.
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = "Measures Cleave beside plain copies and other libraries.")
public final class Bench {
  /// Few digits, to be typed again.
  private static final int SEEDS = 1_000_000;

  /// Runs one of the benchmarks and ends the JVM with its exit code.
  public static void main(String... args) {
    CommandLine line = new CommandLine(new Bench());
    Converters.register(line);
    line.setParameterExceptionHandler((problem, _) -> Errors.badUse(problem));
    line.setExecutionExceptionHandler((problem, command, _) -> Errors.failed(problem, "", command));
    System.exit(line.execute(args));
  }

  @Command(description = "The suite of twelve splits beside other libraries.")
  int suite(
      @Mixin Setup setup,
      @Parameters(paramLabel = "NAME", arity = "0..*", description = "Only these of the suite.")
          @Nullable List<String> names)
      throws IOException {
    List<Candidate> candidates = setup.withPeers();
    List<Result> results =
        setup.measure(Suite.named(names == null ? List.of() : names), candidates);
    RatioTable table =
        new RatioTable()
            .column("x copy", one -> ratio(one.best(Candidate::isOurs), one.best(Role.COPY)))
            .column("x peer", one -> ratio(one.best(Candidate::isOurs), one.best(Role.PEER)));
    IO.println(table.head());
    table.summary(results).forEach(IO::println);
    return setup.report(results);
  }

  @Command(description = "The suite on data that lives on a device, beside its buffer copy.")
  int resident(
      @Mixin Setup setup,
      @Parameters(paramLabel = "NAME", arity = "0..*", description = "Only these of the suite.")
          @Nullable List<String> names)
      throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    for (Device device : setup.device().openCl()) {
      for (Binding binding : setup.device().bindings(device)) {
        candidates.add(new ResidentWork(device, binding, null).candidate());
        for (Route route : setup.device().routes(Route.values())) {
          candidates.add(new ResidentWork(device, binding, route).candidate());
        }
      }
    }
    if (candidates.isEmpty()) {
      throw new IllegalArgumentException("there is no OpenCL device; see 'cleave devices'");
    }
    List<Result> results =
        setup.measure(Suite.named(names == null ? List.of() : names), candidates);
    return setup.report(results);
  }

  @Command(description = "One split of ever larger tensors.")
  int growth(
      @Mixin Setup setup,
      @Parameters(
              paramLabel = "BYTES",
              arity = "0..1",
              defaultValue = "1G",
              description = "The largest tensor (default: 1G).")
          ByteCount most)
      throws IOException {
    List<Candidate> candidates = setup.candidates();
    List<Result> results = setup.measure(TimedSplits.growing(most.bytes()), candidates);
    return setup.report(results);
  }

  @Command(description = "Conversions, on one thread and on all, beside other libraries.")
  int conversions(
      @Mixin Setup setup,
      @Parameters(
              paramLabel = "NAME",
              arity = "0..1",
              defaultValue = "",
              description = "Only those whose name contains NAME.")
          String name)
      throws IOException {
    List<TimedSplit> splits = TimedSplits.named(name, TimedSplits.conversions());
    List<Candidate> candidates = setup.withPeers(setup.ours(Route.AUTO));
    candidates.addAll(CpuCandidates.on(1));
    List<Result> results = setup.measure(splits, candidates);
    RatioTable table =
        new RatioTable()
            .column("plain1/opencv", one -> ratio(route(one, "plain, 1 thread"), openCv(one)))
            .column("vector1/opencv", one -> ratio(route(one, "vector, 1 thread"), openCv(one)))
            .column("best/opencv", one -> ratio(one.best(Candidate::isOurs), openCv(one)))
            .column("best/peer", one -> ratio(one.best(Candidate::isOurs), one.best(Role.PEER)))
            .column("best/copy", one -> ratio(one.best(Candidate::isOurs), one.best(Role.COPY)))
            .column("opencl/copy", one -> ratio(openCl(one), one.best(Role.COPY)));
    IO.println(table.head());
    results.forEach(result -> IO.println(table.line(result)));
    return setup.finish(results, Result.json(results));
  }

  @Command(description = "Planes of a region of OpenCV's UMat on a device, beside OpenCV's own.")
  int umat(@Mixin Setup setup) throws IOException {
    return setup.report(setup.measure(TimedSplits.regions(), Peers.uMats()));
  }

  private static Optional<Measurement> openCv(Result result) {
    return result.best(one -> one.device().equals("opencv"));
  }

  private static Optional<Measurement> openCl(Result result) {
    return result.best(one -> one.isOurs() && !one.binding().isEmpty());
  }

  private static Optional<Measurement> route(Result result, String route) {
    return result.best(one -> one.route().equals(route));
  }

  /// How many times as fast one is as the other.
  private static Optional<Double> ratio(Optional<Measurement> one, Optional<Measurement> other) {
    return one.flatMap(mine -> other.map(theirs -> theirs.seconds() / mine.seconds()));
  }

  @Command(description = "Images into planes, on one thread and on all, beside OpenCV.")
  int images(
      @Mixin Setup setup,
      @Parameters(
              paramLabel = "NAME",
              arity = "0..1",
              defaultValue = "",
              description = "Only those whose name contains NAME: u8, 224x224, 3+1.")
          String name,
      @Option(
              names = "--before",
              paramLabel = "N",
              defaultValue = "0",
              description =
                  "Random splits that the JVM does first: its compiled code bears their traces"
                      + " (default: 0).")
          int before)
      throws IOException {
    List<Candidate> candidates = CpuCandidates.on(1);
    candidates.add(Candidate.copy(1));
    candidates.addAll(setup.ours(Route.AUTO));
    if (setup.hasPeers()) {
      Peers.openCv(1).ifPresent(candidates::add);
      Peers.openCv(Runtime.getRuntime().availableProcessors()).ifPresent(candidates::add);
    }
    RatioTable table =
        new RatioTable()
            .column(
                "1 x copy",
                one -> ratio(alone(one).best(Candidate::isOurs), alone(one).best(Role.COPY)))
            .column(
                "1 x opencv",
                one -> ratio(alone(one).best(Candidate::isOurs), alone(one).best(Role.PEER)))
            .column("all x copy", one -> ratio(one.best(Candidate::isOurs), one.best(Role.COPY)))
            .column("all x opencv", one -> ratio(one.best(Candidate::isOurs), one.best(Role.PEER)))
            .column("usual x copy", one -> ratio(usual(one), one.best(Role.COPY)))
            .column("usual x opencv", one -> ratio(usual(one), one.best(Role.PEER)));
    IO.println(table.head());
    if (before > 0) {
      List<Candidate> onCpu = candidates.stream().filter(one -> one.binding().isEmpty()).toList();
      Benchmark earlier = new Benchmark(onCpu, 0.02);
      RandomSplits.draw(1, 256 << 10, before, null).forEach(earlier::run);
    }
    Benchmark benchmark = setup.brief(candidates);
    List<Result> results = new ArrayList<>();
    for (TimedSplit split : TimedSplits.named(name, TimedSplits.images())) {
      Result result = benchmark.run(split);
      results.add(result);
      IO.println(table.line(result));
    }
    table.summary(results).forEach(IO::println);
    return setup.finish(results, Result.json(results));
  }

  @Command(description = "Fresh JVMs: how soon Splitter.open() is nearly as fast as it gets.")
  int start(
      @Parameters(
              paramLabel = "NAME",
              arity = "0..1",
              defaultValue = "x3",
              description = "Images and conversions whose name contains NAME (default: x3).")
          String name)
      throws IOException {
    for (TimedSplit split : TimedSplits.named(name, TimedSplits.pixels())) {
      IO.println(FirstSeconds.inFreshJvm(split));
    }
    return 0;
  }

  /// The result without the candidates on several threads.
  private static Result alone(Result all) {
    return new Result(
        all.split(),
        all.measurements().stream()
            .filter(one -> one.candidate().route().contains("1 thread"))
            .toList(),
        List.of());
  }

  private static Optional<Measurement> usual(Result result) {
    return result.best(one -> one.device().equals("default"));
  }

  @Command(
      description = {
        "Random splits: the distribution of speeds, the choices of the library against its best,"
            + " and the ten worst of each with the command that repeats them.",
        "All run in one JVM, whose compiled code bears traces of earlier splits; one split alone"
            + " can be faster."
      })
  int survey(
      @Mixin Setup setup,
      @Option(
              names = "--count",
              paramLabel = "N",
              defaultValue = "40",
              description = "The number of splits of each size (default: 40).")
          int count,
      @Option(
              names = "--seed",
              paramLabel = "N",
              description = "The seed that they are drawn from (default: a new one).")
          @Nullable Long seed,
      @Option(
              names = "--size",
              paramLabel = "BYTES",
              split = ",",
              defaultValue = "256K,2M,32M",
              description = "About the size of the tensors (default: 256K,2M,32M).")
          List<ByteCount> sizes,
      @Option(names = "--memory", description = "native or heap (default: each for some splits).")
          @Nullable MemoryKind memory)
      throws IOException {
    long drawn = seed == null ? ThreadLocalRandom.current().nextInt(SEEDS) : seed;
    List<List<TimedSplit>> splits =
        sizes.stream().map(size -> RandomSplits.draw(drawn, size.bytes(), count, memory)).toList();
    Route[] routes =
        Arrays.stream(Route.values()).filter(one -> one != Route.BITS).toArray(Route[]::new);
    Benchmark benchmark = setup.brief(setup.withPeers(setup.ours(routes)));
    String where = memory == null ? "" : " --memory " + memory;
    IO.println("survey --count %s --seed %s%s".formatted(count, drawn, where));
    // Warm-up: the first splits run in code that is not compiled yet.
    RandomSplits.draw(~drawn, 256 << 10, 4, memory).forEach(benchmark::run);
    List<SurveyReport> reports = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      List<Result> results = splits.get(i).stream().map(benchmark::run).toList();
      SurveyReport report = new SurveyReport(sizes.get(i).bytes(), results);
      report.lines().forEach(IO::println);
      reports.add(report);
    }
    SurveyReport.worst(reports).forEach(IO::println);
    List<Result> all = reports.stream().flatMap(report -> report.results().stream()).toList();
    JsonValue figures =
        JsonValue.object(
            "seed", drawn,
            "count", count,
            "processors", Runtime.getRuntime().availableProcessors(),
            "java", Runtime.version(),
            "heats", JsonValue.list(all, SurveyReport::json));
    return setup.finish(all, figures);
  }
}
