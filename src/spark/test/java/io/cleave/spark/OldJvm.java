package io.cleave.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A JDK that need not be the one of the tests.
final class OldJvm {
  private OldJvm() {}

  /// Its version, `17`.
  static int version(String home) throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(home, "bin", "java").toString(),
                    "-XshowSettings:properties",
                    "-version"))
            .redirectErrorStream(true)
            .start();
    String printed =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException(home + " does not say its version");
    }
    return printed
        .lines()
        .filter(line -> line.contains("java.specification.version = "))
        .map(line -> line.replaceAll(".*= ", ""))
        .map(Integer::valueOf)
        .findFirst()
        .orElseThrow();
  }
}
