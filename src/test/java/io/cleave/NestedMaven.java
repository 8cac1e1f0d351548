package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The Maven that runs the tests, once more.
final class NestedMaven {
  /// What that Maven has downloaded.
  static final Path REPOSITORY = Path.of(System.getProperty("cleave.maven.repository"));

  private NestedMaven() {}

  /// Builds a project with what has been downloaded, and with the network only if this build has
  /// it, too.
  static void build(Path folder, Map<String, String> environment, String... options)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("-Dmaven.repo.local=" + REPOSITORY));
    if (Boolean.getBoolean("cleave.maven.offline")) {
      all.add("-o");
    }
    all.addAll(List.of(options));
    Map<String, String> own = new HashMap<>(environment);
    // Surefire's is that of the tests; what the jar tool makes of module-info depends on it.
    own.put("JAVA_HOME", System.getProperty("cleave.maven.java"));
    // That of the tests has the JVM say a line, which javadoc takes for a warning.
    own.put("LD_PRELOAD", "");
    run(folder, own, all.toArray(String[]::new));
  }

  /// What Maven prints, which is little but for what the project prints itself.
  static List<String> run(Path folder, Map<String, String> environment, String... options)
      throws Exception {
    List<String> command =
        Stream.concat(Stream.of(System.getProperty("cleave.maven"), "-B", "-q"), Stream.of(options))
            .toList();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    Process process = builder.start();
    // Debian's Maven resets colours, even those that it was not to use.
    List<String> lines =
        process
            .inputReader()
            .lines()
            .map(line -> line.replace("\u001b[0m", ""))
            .filter(line -> !line.isBlank())
            .toList();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
    return lines;
  }
}
