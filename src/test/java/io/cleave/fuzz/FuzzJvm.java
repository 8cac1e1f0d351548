package io.cleave.fuzz;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A JVM of its own in which Jazzer fuzzes one target. All that it writes is in one folder.
///
/// @param target its name
/// @param folder where it may write
record FuzzJvm(String target, Path folder) {
  /// Jazzer's program, which is on the class path with `-Pfuzz` alone.
  private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";

  /// No input may take longer, in seconds: most take less than a millisecond.
  private static final int LONGEST = 20;

  /// Longer inputs are slower, and reach nothing that shorter ones do not.
  private static final int MOST_BYTES = 4096;

  /// Fuzzes for some seconds, or until something is found.
  FuzzReport run(int seconds) throws IOException, InterruptedException {
    for (String name : List.of("corpus", "work", "temporary")) {
      Files.createDirectories(folder.resolve(name));
    }
    Instant begin = Instant.now();
    int code =
        new ProcessBuilder(command(seconds))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(FuzzReport.log(folder).toFile())
            .start()
            .waitFor();
    return FuzzReport.of(target, begin, code, folder);
  }

  private List<String> command(int seconds) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm());
    command.add(JAZZER);
    command.addAll(jazzer());
    command.addAll(libFuzzer(seconds));
    command.add(folder.resolve("corpus").toString());
    command.add(Corpus.of(target).toString());
    return command;
  }

  private List<String> jvm() {
    return List.of(
        // What believes a number that it should not runs out of memory here.
        "-Xmx1g",
        // It would leave a file outside of the folder.
        "-XX:-UsePerfData",
        "-XX:+EnableDynamicAgentLoading",
        "--sun-misc-unsafe-memory-access=allow",
        "--enable-native-access=ALL-UNNAMED",
        "--add-modules=jdk.incubator.vector",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
        "-Djava.io.tmpdir=" + folder.resolve("temporary"),
        "-Dfuzz.folder=" + folder.resolve("work"),
        "-Dfuzz.target=" + target,
        "-cp",
        System.getProperty("java.class.path"));
  }

  private List<String> jazzer() {
    return List.of(
        "--target_class=" + JazzerEntry.class.getName(),
        "--instrumentation_includes=io.cleave.**",
        "--custom_hook_includes=io.cleave.**",
        "--reproducer_path=" + folder);
  }

  private List<String> libFuzzer(int seconds) {
    return List.of(
        "-max_total_time=" + seconds,
        "-timeout=" + LONGEST,
        "-max_len=" + MOST_BYTES,
        "-rss_limit_mb=3000",
        "-print_final_stats=1",
        "-artifact_prefix=" + folder + File.separator);
  }
}
