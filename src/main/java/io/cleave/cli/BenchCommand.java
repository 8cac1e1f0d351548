package io.cleave.cli;

import io.cleave.Binding;
import io.cleave.Devices;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.bench.Effort;
import io.cleave.bench.Entrant;
import io.cleave.bench.Growth;
import io.cleave.bench.GrowthChart;
import io.cleave.bench.Heat;
import io.cleave.bench.HeatChart;
import io.cleave.bench.HeatJson;
import io.cleave.bench.HeatTable;
import io.cleave.bench.Lineup;
import io.cleave.bench.OutputPool;
import io.cleave.bench.Race;
import io.cleave.bench.Subject;
import io.cleave.bench.Suite;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `cleave bench`
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    versionProvider = Version.class,
    description = {
      "Measures every device and route side by side against a plain copy of the same bytes.",
      "Takes the suite of twelve splits, some of them, or a split of your own. Answers are checked"
          + " before they are timed. Only ratios within one run mean something."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  cleave bench --only A,G --svg bench.svg",
      "  cleave bench --shape 32,512,3072 --type f32 --axis -1 --equal 3 --device cpu",
      "  cleave bench --growth 1G --json growth.json --svg growth.svg"
    })
final class BenchCommand implements Callable<Integer> {
  /// Every way to copy, the choice of the library first.
  private static final List<RouteName> ROUTES =
      Arrays.stream(RouteName.values()).filter(route -> route != RouteName.VIEW).toList();

  @ArgGroup private @Nullable What what;

  @Mixin private OwnSubject own = new OwnSubject();

  @Mixin private DeviceOption device = DeviceOption.all();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0.5",
      description = "The time for each device and route on each split (default: 0.5).")
  private double seconds;

  @Option(
      names = "--resident",
      description = {
        "Data and parts live on the device; the plain copy is the device's own buffer copy."
      })
  private boolean resident;

  @Mixin private ReportOptions report = new ReportOptions();

  @Spec private @Nullable CommandSpec spec;

  /// What is split; the whole suite if nothing is said.
  private static final class What {
    @Option(
        names = "--only",
        paramLabel = "A,B,...",
        description = "Only these of the suite, by letter or name.")
    private @Nullable String only;

    @Option(
        names = "--growth",
        paramLabel = "BYTES",
        converter = ByteCount.Converter.class,
        description = "Instead: one split of ever larger tensors, up to so many bytes (64M, 4G).")
    private @Nullable ByteCount growth;
  }

  @Override
  public Integer call() throws IOException {
    List<Subject> subjects = subjects();
    report.check();
    if (!device.isAll()) {
      // Complains of a device, binding or route that cannot be; the race would just leave it out.
      device.open().close();
    }
    OutputPool pool = new OutputPool();
    Race race = new Race(entrants(new Lineup(pool)), pool, effort());
    List<Heat> heats = new ArrayList<>();
    for (Subject subject : subjects) {
      Heat heat = race.run(subject);
      heats.add(heat);
      HeatTable.of(heat).forEach(Output.of(spec)::print);
    }
    if (heats.size() > 1) {
      HeatTable.summary(heats).forEach(Output.of(spec)::print);
    }
    report.write(HeatJson.of(heats), () -> chart(heats));
    return heats.stream().anyMatch(Heat::hasWrongAnswer) ? ExitCode.CHECK_FAILED : ExitCode.DONE;
  }

  private List<Subject> subjects() {
    Optional<Subject> mine = own.subject();
    if (what == null) {
      return mine.map(List::of).orElseGet(Suite::all);
    }
    if (mine.isPresent()) {
      throw new IllegalArgumentException(
          "--only and --growth are not for a split of your own; leave out the one or the other");
    }
    return what.growth != null
        ? Growth.upTo(what.growth.bytes())
        : Arrays.stream(Objects.requireNonNull(what.only).split(",", -1)).map(Suite::find).toList();
  }

  private List<Entrant> entrants(Lineup lineup) {
    Set<Binding> bindings = new LinkedHashSet<>();
    for (Device one : Devices.all()) {
      bindings.addAll(device.bindings(one));
    }
    List<Binding> through = List.copyOf(bindings);
    List<RouteName> routes = device.route().map(List::of).orElse(ROUTES);
    List<Entrant> entrants = new ArrayList<>();
    if (resident) {
      entrants.addAll(lineup.residents(device::means, through, routes));
      requireSomebody(entrants);
    } else {
      entrants.addAll(lineup.copies(device::means));
      entrants.addAll(lineup.splitters(device::means, through, routes));
    }
    return entrants;
  }

  private static void requireSomebody(List<Entrant> entrants) {
    if (entrants.isEmpty()) {
      throw new IllegalArgumentException(
          "--resident needs an OpenCL device; see 'cleave devices' for what is there");
    }
  }

  private Effort effort() {
    if (!(seconds >= 0 && seconds <= 3600)) {
      throw new IllegalArgumentException("--seconds must be 0 to 3600, not %s".formatted(seconds));
    }
    return new Effort(Duration.ofNanos((long) (seconds * 1e9)), Effort.USUAL.rounds());
  }

  private String chart(List<Heat> heats) {
    return what != null && what.growth != null
        ? GrowthChart.of(heats, "cleave bench --growth")
        : HeatChart.of(heats, "cleave bench");
  }
}
