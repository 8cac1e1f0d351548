package io.cleave.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Sweeps one platform after the other: what `mvn -Psweep test` runs.
final class SweepRun {
  private static final int DEFECTS_FOUND = 1;

  private SweepRun() {}

  /// Sweeps for as long as the properties say, and ends the JVM with an exit code of 1 if something
  /// was wrong.
  public static void main(String[] arguments) throws IOException, InterruptedException {
    // Others each time: what was tried before was right.
    long seed = Long.getLong("sweep.seed", System.currentTimeMillis() * 1_000_000);
    boolean isSound = true;
    for (Platform platform : platforms(System.getProperty("sweep.on", ""))) {
      isSound &= sweep(platform, seed);
    }
    System.exit(isSound ? 0 : DEFECTS_FOUND);
  }

  /// Those that are named, or all that are there.
  private static List<Platform> platforms(String names) {
    return names.isEmpty()
        ? Arrays.stream(Platform.values()).filter(Platform::isThere).toList()
        : Arrays.stream(names.split(",", -1)).map(Platform::named).toList();
  }

  private static boolean sweep(Platform platform, long seed)
      throws IOException, InterruptedException {
    Path base = Path.of(System.getProperty("cleave.basedir"));
    Path folder = base.resolve("target/sweep").resolve(platform.toString());
    long seconds = Long.getLong("sweep.seconds", 60);
    long rounds = Long.getLong("sweep.rounds", Long.MAX_VALUE - seed);
    System.out.printf("## %s, from seed %s on, %s s%n%n", platform, seed, seconds);
    PlatformJvm.Ended ended =
        new PlatformJvm(platform, base, folder, List.of("-Xmx3g"))
            .run(
                SweepJvm.class,
                Duration.ofSeconds(seconds),
                List.of(
                    platform.toString(),
                    Long.toString(seed),
                    Long.toString(rounds),
                    Long.toString(seconds),
                    folder.toString()));
    System.out.println(Files.readString(ended.log()));
    List<String> complaints = complaints(ended, folder);
    complaints.forEach(System.out::println);
    return complaints.isEmpty();
  }

  /// What is to be said of a JVM that has ended.
  static List<String> complaints(PlatformJvm.Ended ended, Path folder) throws IOException {
    List<String> complaints = new ArrayList<>();
    if (ended.code() == DEFECTS_FOUND) {
      complaints.add("what went wrong is in " + folder.resolve("failures.jsonl"));
    } else if (ended.code() != 0) {
      complaints.add(
          "%s, while it was at %s; -Dsweep.seed=N -Dsweep.rounds=1 tries one seed again"
              .formatted(
                  ended.code() < 0 ? "it did not end" : "it ended with code " + ended.code(),
                  InFlight.read(folder.resolve("in-flight"))));
    }
    Path simulator = folder.resolve("oclgrind.log");
    if (Files.exists(simulator) && Files.size(simulator) > 0) {
      complaints.add("Oclgrind has something to say, see " + simulator);
    }
    return complaints;
  }
}
