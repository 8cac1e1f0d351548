package io.cleave.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  static List<String> targets() {
    return FuzzTargets.names();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void findsNothing(String target) throws IOException, InterruptedException {
    assumeTrue(isThere(), "Jazzer is not on the class path: mvn test -Dgroups=fuzz");
    Path folder = Path.of(System.getProperty("cleave.basedir"), "target", "fuzz", target);
    for (String name : List.of("corpus", "work", "temporary")) {
      Files.createDirectories(folder.resolve(name));
    }
    Path log = folder.resolve("log.txt");
    int code =
        new ProcessBuilder(command(target, folder))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    assertThat(code).as("exit code; %s names the input that was not taken", log).isZero();
  }

  private static boolean isThere() {
    return FuzzTest.class.getClassLoader().getResource(JAZZER.replace('.', '/') + ".class") != null;
  }

  private static List<String> command(String target, Path folder) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            // Memory for a number that nobody checked is not there.
            "-Xmx1g",
            "-XX:-UsePerfData",
            "-XX:+EnableDynamicAgentLoading",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
            "-Djava.io.tmpdir=" + folder.resolve("temporary"),
            "-Dcleave.basedir=" + System.getProperty("cleave.basedir"),
            "-Dfuzz.folder=" + folder.resolve("work"),
            "-Dfuzz.target=" + target,
            "-cp",
            System.getProperty("java.class.path"),
            JAZZER));
    command.addAll(
        List.of(
            "--target_class=" + Entry.class.getName(),
            "--instrumentation_includes=io.cleave.**",
            "--custom_hook_includes=io.cleave.**",
            "--reproducer_path=" + folder,
            "-max_total_time=" + Integer.getInteger("fuzz.seconds", 60),
            "-timeout=20",
            // Longer inputs are slower, and reach nothing else.
            "-max_len=4096",
            "-rss_limit_mb=3000",
            "-artifact_prefix=" + folder + File.separator,
            folder.resolve("corpus").toString(),
            FuzzTargets.CORPUS.resolve(target).toString()));
    return command;
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
