package io.cleave.bench;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.bench.peers.Peers;
import io.cleave.cli.bench.Benchmark;
import io.cleave.cli.bench.Candidate;
import io.cleave.cli.bench.Candidates;
import io.cleave.cli.bench.PlainCopy;
import io.cleave.cli.bench.Result;
import io.cleave.cli.bench.Result.Measurement;
import io.cleave.cli.bench.ResultJson;
import io.cleave.cli.bench.Role;
import io.cleave.cli.bench.Suite;
import io.cleave.cli.bench.TimedSplit;
import io.cleave.cli.option.ByteCount;
import io.cleave.cli.option.Converters;
import io.cleave.cli.print.Complaints;
import io.cleave.cli.print.ExitCode;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.opencl.session.Binding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
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
  /// Smaller images take less time than a call, and are not shared among threads.
  private static final long LARGE_PIXELS = 640 * 480;

  /// Few digits, to be typed again.
  private static final int SEEDS = 1_000_000;

  private static final int WARM_UPS = 4;
  private static final long WARM_UP_BYTES = 256 << 10;

  /// Runs one of the benchmarks and ends the JVM with its exit code.
  public static void main(String... args) {
    CommandLine line = new CommandLine(new Bench());
    Converters.register(line);
    line.setParameterExceptionHandler(Complaints::badUse);
    line.setExecutionExceptionHandler(Complaints::failed);
    System.exit(line.execute(args));
  }

  @Command(description = "The suite of twelve splits beside other libraries.")
  int suite(
      @Mixin Setup setup,
      @Parameters(paramLabel = "NAME", arity = "0..*", description = "Only these of the suite.")
          @Nullable List<String> names) {
    List<Candidate> candidates = setup.withPeers(setup.candidates());
    List<Result> results = setup.measure(inSuite(names), candidates);
    RatioTable<Result> table =
        new RatioTable<Result>()
            .column("x copy", one -> ratio(one.bestOfOurs(), one.best(Role.COPY)))
            .column("x peer", one -> ratio(one.bestOfOurs(), one.best(Role.PEER)));
    IO.println(table.head());
    table.summary(results).forEach(IO::println);
    return setup.report(results);
  }

  private static List<TimedSplit> inSuite(@Nullable List<String> names) {
    return names == null || names.isEmpty()
        ? Suite.all()
        : names.stream().map(Suite::find).toList();
  }

  @Command(description = "The suite on data that lives on a device, beside its buffer copy.")
  int resident(
      @Mixin Setup setup,
      @Parameters(paramLabel = "NAME", arity = "0..*", description = "Only these of the suite.")
          @Nullable List<String> names) {
    Candidates all = setup.candidates();
    List<Candidate> candidates = new ArrayList<>();
    for (Device device : all.devices()) {
      for (Binding binding : all.bindings(device)) {
        candidates.add(new ResidentCandidate(device, binding, null));
        for (Route route : all.wantedRoutes()) {
          candidates.add(new ResidentCandidate(device, binding, route));
        }
      }
    }
    if (candidates.isEmpty()) {
      throw new IllegalArgumentException("there is no OpenCL device; see 'cleave devices'");
    }
    List<Result> results = setup.measure(inSuite(names), candidates);
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
          ByteCount most) {
    List<Candidate> candidates = setup.candidates().onHost();
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
          String name) {
    List<TimedSplit> splits = TimedSplits.named(name, TimedSplits.conversions());
    List<Candidate> candidates = setup.withPeers(setup.candidates(List.of(Route.AUTO), 1));
    candidates.addAll(CpuCandidates.on(1));
    List<Result> results = setup.measure(splits, candidates);
    RatioTable<Result> table =
        new RatioTable<Result>()
            .column("plain1/opencv", one -> ratio(route(one, "plain, 1 thread"), openCv(one)))
            .column("vector1/opencv", one -> ratio(route(one, "vector, 1 thread"), openCv(one)))
            .column("best/opencv", one -> ratio(one.bestOfOurs(), openCv(one)))
            .column("best/peer", one -> ratio(one.bestOfOurs(), one.best(Role.PEER)))
            .column("best/copy", one -> ratio(one.bestOfOurs(), one.best(Role.COPY)))
            .column("opencl/copy", one -> ratio(openCl(one), one.best(Role.COPY)));
    IO.println(table.head());
    results.forEach(result -> IO.println(table.line(result.split().name(), result)));
    return setup.finish(results, ResultJson.of(results));
  }

  @Command(description = "Planes of a region of OpenCV's UMat on a device, beside OpenCV's own.")
  int umat(@Mixin Setup setup) {
    return setup.report(setup.measure(TimedSplits.regions(), Peers.uMats()));
  }

  private static Optional<Measurement> openCv(Result result) {
    return result.best(one -> one.label().device().equals("opencv"));
  }

  private static Optional<Measurement> openCl(Result result) {
    return result.best(one -> one.role().isOurs() && !one.label().binding().isEmpty());
  }

  private static Optional<Measurement> route(Result result, String route) {
    return result.best(one -> one.label().route().equals(route));
  }

  /// How many times as fast one is as the other.
  private static Optional<Double> ratio(Optional<Measurement> one, Optional<Measurement> other) {
    return one.flatMap(mine -> other.map(theirs -> theirs.seconds() / mine.seconds()));
  }

  /// The results of one image, for candidates on one thread and on all. They are measured apart: a
  /// peer's number of threads is a switch of its process.
  private record ImageResult(Result one, Result all) {
    Optional<Double> oneThread(Role role) {
      return ratio(one.bestOfOurs(), one.best(role));
    }

    Optional<Double> allThreads(Role role) {
      return ratio(all.bestOfOurs(), all.best(role));
    }

    Optional<Double> usual(Role role) {
      return ratio(all.best(Bench::isDefault), all.best(role));
    }

    boolean isLarge() {
      return one.split().plan().rows() >= LARGE_PIXELS;
    }

    JsonObject json() {
      return JsonObject.builder()
          .put("image", one.split().name())
          .put("what", one.split().note())
          .put("one", ResultJson.of(List.of(one)))
          .put("all", ResultJson.of(List.of(all)))
          .build();
    }
  }

  private static boolean isDefault(Measurement measurement) {
    return measurement.label().device().equals("default");
  }

  @Command(description = "Images into planes, on one thread and on all, beside OpenCV.")
  int images(
      @Mixin Setup setup,
      @Parameters(
              paramLabel = "NAME",
              arity = "0..1",
              defaultValue = "",
              description = "Only those whose name contains NAME: u8, 224x224, 3+1.")
          String name) {
    List<TimedSplit> splits = TimedSplits.named(name, TimedSplits.images());
    List<Candidate> one = CpuCandidates.on(1);
    one.add(new PlainCopy(1));
    List<Candidate> all = setup.ours(setup.candidates(List.of(Route.AUTO), 1));
    if (setup.hasPeers()) {
      Peers.openCv(1).ifPresent(one::add);
      Peers.openCv(Runtime.getRuntime().availableProcessors()).ifPresent(all::add);
    }
    Benchmark oneThread = setup.brief(one);
    Benchmark allThreads = setup.brief(all);
    RatioTable<ImageResult> table =
        new RatioTable<ImageResult>()
            .column("1 x copy", image -> image.oneThread(Role.COPY))
            .column("1 x opencv", image -> image.oneThread(Role.PEER))
            .column("all x copy", image -> image.allThreads(Role.COPY))
            .column("all x opencv", image -> image.allThreads(Role.PEER))
            .column("usual x copy", image -> image.usual(Role.COPY))
            .column("usual x opencv", image -> image.usual(Role.PEER));
    IO.println(table.head());
    List<ImageResult> images = new ArrayList<>();
    for (TimedSplit split : splits) {
      ImageResult image = new ImageResult(oneThread.run(split), allThreads.run(split));
      images.add(image);
      IO.println(table.line(split.name(), image));
    }
    table.summary(images).forEach(IO::println);
    IO.println("from 640x480:");
    table.summary(images.stream().filter(ImageResult::isLarge).toList()).forEach(IO::println);
    List<Result> results = new ArrayList<>();
    images.forEach(image -> results.addAll(List.of(image.one, image.all)));
    return setup.finish(results, JsonArray.of(images, ImageResult::json));
  }

  /// One target in a fresh JVM and in an aged one, over the speed of a copy.
  private record AgedResult(String name, double fresh, double aged) {}

  @Command(
      description = "Plain Java in a JVM that has split many other geometries, beside a fresh JVM.")
  int aged(
      @Option(
              names = "--before",
              paramLabel = "N",
              defaultValue = "200",
              description = "The number of geometries that are split before (default: 200).")
          int before,
      @Option(
              names = "--seed",
              paramLabel = "N",
              defaultValue = "1",
              description = "The seed that they are drawn from (default: 1).")
          long seed,
      @Option(names = "--measure", hidden = true) boolean measure) {
    if (measure) {
      Aged.measure(before, seed);
      return ExitCode.DONE;
    }
    Map<String, Double> fresh = Aged.inAnotherJvm(0, seed);
    Map<String, Double> aged = Aged.inAnotherJvm(before, seed);
    RatioTable<AgedResult> table =
        new RatioTable<AgedResult>()
            .column("fresh x copy", one -> Optional.of(one.fresh))
            .column("aged x copy", one -> Optional.of(one.aged))
            .column("aged/fresh", one -> Optional.of(one.aged / one.fresh));
    IO.println(table.head());
    List<AgedResult> results = new ArrayList<>();
    fresh.forEach(
        (name, ratio) -> results.add(new AgedResult(name, ratio, aged.getOrDefault(name, 0.0))));
    results.forEach(one -> IO.println(table.line(one.name, one)));
    table.summary(results).forEach(IO::println);
    return ExitCode.DONE;
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
          List<ByteCount> sizes) {
    long drawn = seed == null ? ThreadLocalRandom.current().nextInt(SEEDS) : seed;
    List<List<TimedSplit>> splits =
        sizes.stream().map(size -> RandomSplits.draw(drawn, size.bytes(), count)).toList();
    List<Route> routes =
        Candidates.ROUTES.stream().filter(Predicate.not(Route.BITS::equals)).toList();
    Benchmark benchmark = setup.brief(setup.withPeers(setup.candidates(routes, 1)));
    IO.println("survey --count %s --seed %s".formatted(count, drawn));
    // What runs first runs in code that is not compiled yet.
    RandomSplits.draw(~drawn, WARM_UP_BYTES, WARM_UPS).forEach(benchmark::run);
    List<SurveyReport> reports = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      List<Result> results = splits.get(i).stream().map(benchmark::run).toList();
      SurveyReport report = new SurveyReport(sizes.get(i).bytes(), results);
      report.lines().forEach(IO::println);
      reports.add(report);
    }
    SurveyReport.worst(reports).forEach(IO::println);
    List<Result> all = reports.stream().flatMap(report -> report.results().stream()).toList();
    JsonObject figures =
        JsonObject.builder()
            .put("seed", drawn)
            .put("count", count)
            .put("processors", Runtime.getRuntime().availableProcessors())
            .put("java", Runtime.version().toString())
            .put("heats", JsonArray.of(all, SurveyReport::json))
            .build();
    return setup.finish(all, figures);
  }
}
