package io.cleave.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Coverage-guided fuzzing of all targets by Jazzer, each in a JVM of its own: `mvn test
/// -Dgroups=fuzz` with `-Dfuzz.seconds=60` for each.
///
/// New inputs and findings are kept in `target/fuzz`. A copy of a finding in `test-data/fuzz` is
/// tried by every build.
@Tag("fuzz")
class FuzzTest {
  /// Jazzer's program, which is on the class path with `-Dgroups=fuzz` alone.
  private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";

  @ParameterizedTest
  @MethodSource("io.cleave.fuzz.FuzzTargets#names")
  void findsNothing(String target) throws IOException, InterruptedException {
    boolean isThere = getClass().getResource("/" + JAZZER.replace('.', '/') + ".class") != null;
    assumeTrue(isThere, "Jazzer is not on the class path: mvn test -Dgroups=fuzz");
    Path folder = Path.of(System.getProperty("cleave.basedir"), "target", "fuzz", target);
    for (String name : List.of("corpus", "work", "temporary")) {
      Files.createDirectories(folder.resolve(name));
    }
    Path log = folder.resolve("log.txt");
    int code =
        jazzer(target, folder)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    assertThat(code).as("exit code; %s names the input that was not taken", log).isZero();
  }

  private static ProcessBuilder jazzer(String target, Path folder) {
    ProcessBuilder program =
        Cli.java(
            """
            -Xmx1g -XX:TieredStopAtLevel=4 -XX:-UsePerfData -XX:+EnableDynamicAgentLoading
            --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED
            --add-modules=jdk.incubator.vector -Dorg.slf4j.simpleLogger.defaultLogLevel=off
            -Djava.io.tmpdir=%1$s/temporary -Dcleave.basedir=%2$s -Dfuzz.folder=%1$s/work
            -Dfuzz.target=%3$s -cp %4$s %5$s --target_class=%6$s
            --instrumentation_includes=io.cleave.** --custom_hook_includes=io.cleave.**
            --reproducer_path=%1$s -max_total_time=%7$s -timeout=20 -max_len=4096
            -rss_limit_mb=3000 -artifact_prefix=%1$s/ %1$s/corpus %8$s/%3$s
            """
                .formatted(
                    folder,
                    System.getProperty("cleave.basedir"),
                    target,
                    System.getProperty("java.class.path"),
                    JAZZER,
                    Entry.class.getName(),
                    Integer.getInteger("fuzz.seconds", 60),
                    FuzzTargets.CORPUS)
                .strip()
                .split("\\s+"));
    return program.directory(folder.toFile());
  }

  /// The class that Jazzer calls, by the method's name.
  public static final class Entry {
    private static final FuzzTarget TARGET =
        FuzzTargets.open(
            System.getProperty("fuzz.target"), Path.of(System.getProperty("fuzz.folder")));

    private Entry() {}

    /// Feeds one input. What it throws ends the run, and is a finding.
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
      Trial.of(TARGET, input);
    }
  }
}
