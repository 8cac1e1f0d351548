package io.cleave.soak;

import io.cleave.sweep.Platform;
import io.cleave.sweep.PlatformJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Soaks one platform after the other: what `mvn -Psoak test` runs.
final class SoakRun {
  private static final List<Platform> USUAL = List.of(Platform.JAVA, Platform.POCL, Platform.INTEL);

  private SoakRun() {}

  /// Goes on for as long as the properties say, and ends the JVM with an exit code of 1 if
  /// something was wrong, or grew.
  public static void main(String[] arguments) throws IOException, InterruptedException {
    long seed = Long.getLong("soak.seed", System.currentTimeMillis());
    boolean isSound = true;
    for (Platform platform : platforms(System.getProperty("soak.on", "")).toList()) {
      isSound &= soak(platform, seed);
    }
    System.exit(isSound ? 0 : 1);
  }

  /// Those that are named, or all that are there.
  private static Stream<Platform> platforms(String names) {
    return names.isEmpty()
        ? USUAL.stream().filter(Platform::isThere)
        : Arrays.stream(names.split(",", -1)).map(Platform::named);
  }

  private static boolean soak(Platform platform, long seed)
      throws IOException, InterruptedException {
    Path base = Path.of(System.getProperty("cleave.basedir"));
    Path folder = base.resolve("target/soak").resolve(platform.toString());
    long seconds = Long.getLong("soak.seconds", 1200);
    System.out.printf("## %s, seed %s, %s s%n%n", platform, seed, seconds);
    PlatformJvm.Ended ended =
        new PlatformJvm(platform, base, folder, options(folder))
            .run(
                Soak.class,
                Duration.ofSeconds(seconds),
                List.of(
                    platform.toString(),
                    Long.toString(seed),
                    Long.toString(seconds),
                    folder.resolve("files").toString()));
    String log = Files.readString(ended.log());
    System.out.println(log);
    if (ended.code() != 0) {
      System.out.printf("%s ended with %s, see %s%n", platform, ended.code(), ended.log());
    }
    if (log.contains(Soak.LEFT_OPEN)) {
      System.out.println("what was opened was not closed");
      return false;
    }
    return ended.code() == 0;
  }

  private static List<String> options(Path folder) {
    return List.of(
        "-Xmx1g",
        "-XX:NativeMemoryTracking=summary",
        // Where memory was allocated, and what of it stays: jfr view allocation-by-site,
        // jfr view memory-leaks-by-site.
        "-XX:StartFlightRecording:settings=profile,maxsize=64m,filename="
            + folder.resolve("soak.jfr"));
  }
}
