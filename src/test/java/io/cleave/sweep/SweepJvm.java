package io.cleave.sweep;

import java.nio.file.Path;
import java.time.Duration;

/// The program that sweeps one platform.
final class SweepJvm {
  private SweepJvm() {}

  /// Prints what is wrong, and how much was right.
  ///
  /// @param arguments the platform, the first seed, how many, for how many seconds, the folder for
  ///   what is found
  public static void main(String[] arguments) throws Exception {
    Platform platform = Platform.named(arguments[0]);
    Path folder = Path.of(arguments[4]);
    long first = Long.parseLong(arguments[1]);
    Sweep.Seeds seeds =
        Sweep.Seeds.from(
            first, Long.parseLong(arguments[2]), Duration.ofSeconds(Long.parseLong(arguments[3])));
    try (Ways ways = Ways.open(platform);
        InFlight flight = new InFlight(folder.resolve("in-flight"), platform.threads())) {
      Chance chance = new Chance(platform.mostElements());
      Sweep sweep =
          new Sweep(ways.all(), chance, seeds, folder.resolve("failures.jsonl"), System.out);
      long begin = System.nanoTime();
      sweep.run(platform.threads(), flight);
      Duration time = Duration.ofNanos(System.nanoTime() - begin);
      System.out.print(sweep.tally());
      System.out.println(new Swept(platform, first, sweep.tried(), sweep.tally().right(), time));
      System.exit(sweep.isSound() ? 0 : 1);
    }
  }
}
