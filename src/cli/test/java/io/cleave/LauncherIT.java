package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The script `cleave` with a jar beside it, as it is installed.
@Timeout(120)
class LauncherIT {
  private static final Path ROOT = Path.of(System.getProperty("cleave.basedir"));
  private static final Path JAR = Path.of(System.getProperty("cleave.cli.jar"));

  @TempDir private Path folder;
  private Path home = Path.of("");

  /// One run that has ended.
  private record Run(int code, String out, String err) {
    void requireVersion() {
      assertThat(err).isEmpty();
      assertThat(out).matches("cleave .* on Java \\d+\\R");
      assertThat(code).isZero();
    }
  }

  @BeforeEach
  void install() throws IOException {
    home = Files.createDirectory(folder.resolve("a b"));
    Files.copy(ROOT.resolve("cleave"), home.resolve("cleave"));
    Files.copy(JAR, home.resolve("cleave.jar"));
  }

  private Run run(Map<String, String> environment, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of(home.resolve("cleave").toString()));
    command.addAll(List.of(args));
    Path errors = folder.resolve("errors");
    ProcessBuilder builder = new ProcessBuilder(command);
    List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLEAVE_OPTS")
        .forEach(builder.environment()::remove);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    Process process = builder.redirectError(errors.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    return new Run(code, out, ErrorOutput.of(Files.readString(errors)));
  }

  @Test
  void startsWithoutMessagesAndEndsWithTheProgramsExitCode() throws Exception {
    run(Map.of(), "--version").requireVersion();
    Files.writeString(home.resolve("cleave.aot"), "the cache of another jar");
    run(Map.of(), "--version").requireVersion();
    assertThat(run(Map.of(), "split").code()).isEqualTo(2);
    // Vectors come without the JVM's warning of incubator modules.
    Run devices = run(Map.of(), "devices");
    assertThat(devices.err()).isEmpty();
    assertThat(devices.out()).doesNotContain("--add-modules").contains("kernels  ");
  }

  @Test
  void localeThatIsNotInstalledStillHasAllLetters() throws Exception {
    assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "LC_ALL=C.UTF-8 is not set");
    Path array = folder.resolve("\u00e9t\u00e9.npy");
    Files.copy(ROOT.resolve("test-data/qkv.npy"), array);
    for (String locale : List.of("", "C", "xx_YY.UTF-8")) {
      Run run = run(Map.of("LC_ALL", locale), "inspect", array.toString());
      assertThat(run.err()).as(locale).isEmpty();
      assertThat(run.out()).contains("f32 [8, 12, 16]");
    }
  }

  @Test
  void theUsersOwnCollectorIsTheOnlyOne() throws Exception {
    run(Map.of("CLEAVE_OPTS", "-Xmx1g -XX:+UseZGC"), "--version").requireVersion();
    assertThat(run(Map.of("_JAVA_OPTIONS", "-XX:+UseParallelGC"), "--version").code()).isZero();
  }

  @Test
  void pathOfJavaMayHaveABlank() throws Exception {
    Path java = Path.of(System.getProperty("java.home"));
    Path link = Files.createSymbolicLink(folder.resolve("my java"), java);
    run(Map.of("JAVA_HOME", link.toString()), "--version").requireVersion();
    // JUnit warns of links that lead out of the folder that it deletes.
    Files.delete(link);
  }

  @Test
  void folderWithAColonIsRefused() throws Exception {
    home = Files.move(home, folder.resolve("a:b"));
    Run run = run(Map.of(), "--version");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("a:b", "colon", "move it").hasLineCount(1);
  }
}
