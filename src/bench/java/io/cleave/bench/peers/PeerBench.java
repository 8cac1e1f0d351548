package io.cleave.bench.peers;

import io.cleave.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.bench.Effort;
import io.cleave.bench.Entrant;
import io.cleave.bench.Heat;
import io.cleave.bench.HeatChart;
import io.cleave.bench.HeatJson;
import io.cleave.bench.HeatTable;
import io.cleave.bench.Lineup;
import io.cleave.bench.OutputPool;
import io.cleave.bench.Race;
import io.cleave.bench.Role;
import io.cleave.bench.Subject;
import io.cleave.bench.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Runs the suite with the peers: prints a table for each split and a summary, and writes
/// `target/bench/suite.json` and `suite.svg`.
public final class PeerBench {
  private static final Path REPORTS = Path.of("target", "bench");

  /// What a device is asked for; the others are what a GPU would get, or the same launches.
  private static final List<RouteName> ROUTES =
      List.of(RouteName.AUTO, RouteName.FUSED, RouteName.PER_PART, RouteName.SHORT_ROWS);

  /// Drivers that run kernels on the processor without being made for speed.
  private static final List<String> SLOW = List.of("oclgrind", "rusticl", "clover");

  private PeerBench() {}

  /// Races through the suite, or some of it.
  ///
  /// @param args names of the suite, such as `A`; none stand for all
  public static void main(String[] args) throws IOException {
    List<Subject> subjects =
        args.length == 0 ? Suite.all() : Arrays.stream(args).map(Suite::find).toList();
    OutputPool pool = new OutputPool();
    Race race = new Race(entrants(new Lineup(pool)), pool, Effort.USUAL);
    List<Heat> heats = new ArrayList<>();
    for (Subject subject : subjects) {
      Heat heat = race.run(subject);
      heats.add(heat);
      HeatTable.of(heat).forEach(IO::println);
    }
    HeatTable.summary(heats).forEach(IO::println);
    geometricMean(heats).ifPresent(mean -> IO.println("  geometric mean, x peer: " + mean));
    write(heats);
    if (heats.stream().anyMatch(Heat::hasWrongAnswer)) {
      throw new IllegalStateException("somebody's answer is wrong: see the table");
    }
  }

  private static List<Entrant> entrants(Lineup lineup) {
    List<Entrant> entrants = new ArrayList<>(lineup.copies(PeerBench::isFast));
    entrants.addAll(
        lineup.splitters(PeerBench::isFast, List.of(Binding.LWJGL, Binding.JOCL), ROUTES));
    Peers.present().forEach(peer -> entrants.add(new Entrant(Role.PEER, peer)));
    return entrants;
  }

  private static boolean isFast(Device device) {
    String platform = device.platform().toLowerCase(Locale.ROOT);
    return SLOW.stream().noneMatch(platform::contains);
  }

  private static Optional<String> geometricMean(List<Heat> heats) {
    double[] ratios =
        heats.stream()
            .flatMap(
                heat ->
                    heat.best(Role.SPLITTER).flatMap(best -> heat.ratio(best, Role.PEER)).stream())
            .mapToDouble(ratio -> ratio)
            .toArray();
    return ratios.length == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%.2f",
                Math.exp(Arrays.stream(ratios).map(Math::log).average().orElseThrow())));
  }

  private static void write(List<Heat> heats) throws IOException {
    Files.createDirectories(REPORTS);
    Files.writeString(REPORTS.resolve("suite.json"), HeatJson.of(heats).pretty() + "\n");
    Files.writeString(
        REPORTS.resolve("suite.svg"), HeatChart.of(heats, "Cleave, its peers and a plain copy"));
    IO.println("written: %s/suite.json and suite.svg".formatted(REPORTS));
  }
}
