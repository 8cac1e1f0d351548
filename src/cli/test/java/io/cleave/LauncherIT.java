package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cli.Cli;
import java.io.IOException;
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

  @BeforeEach
  void install() throws IOException {
    home = Files.createDirectory(folder.resolve("a b"));
    Files.copy(ROOT.resolve("cleave"), home.resolve("cleave"));
    Files.copy(JAR, home.resolve("cleave.jar"));
  }

  private Cli run(Map<String, String> environment, String... args) {
    ProcessBuilder builder = new ProcessBuilder(home.resolve("cleave").toString());
    builder.command().addAll(List.of(args));
    List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
        .forEach(builder.environment()::remove);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("CLEAVE_OPTS", "-XX:TieredStopAtLevel=1");
    builder.environment().putAll(environment);
    Cli run = Cli.run(builder);
    return new Cli(run.code(), run.out(), ErrorOutput.of(run.err()));
  }

  private void requireVersion(Map<String, String> environment) {
    Cli run = run(environment, "--version");
    assertThat(run).returns("", Cli::err).returns(0, Cli::code);
    assertThat(run.out()).matches("cleave .* on Java \\d+\\R");
  }

  @Test
  void startsWithoutMessagesAndEndsWithTheProgramsExitCode() throws IOException {
    requireVersion(Map.of());
    Files.writeString(home.resolve("cleave.aot"), "the cache of another jar");
    requireVersion(Map.of());
    assertThat(run(Map.of(), "split").code()).isEqualTo(2);
    // Vectors come without the JVM's warning of incubator modules.
    Cli devices = run(Map.of("CLEAVE_OPTS", ""), "devices");
    assertThat(devices.err()).isEmpty();
    assertThat(devices.out())
        .containsPattern("kernels  (vectors of .*--add-modules|plain Java: vectors have)");
  }

  @Test
  void localeThatIsNotInstalledStillHasAllLetters() throws IOException {
    assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "LC_ALL=C.UTF-8 is not set");
    Path array = folder.resolve("\u00e9t\u00e9.npy");
    Files.copy(ROOT.resolve("test-data/qkv.npy"), array);
    for (String locale : List.of("", "C", "xx_YY.UTF-8")) {
      Cli run = run(Map.of("LC_ALL", locale), "inspect", array.toString());
      assertThat(run.err()).as(locale).isEmpty();
      assertThat(run.out()).contains("f32 [8, 12, 16]");
    }
  }

  @Test
  void theUsersOwnCollectorIsTheOnlyOne() throws IOException {
    requireVersion(Map.of("CLEAVE_OPTS", "-Xmx1g -XX:+UseZGC"));
    assertThat(run(Map.of("_JAVA_OPTIONS", "-XX:+UseParallelGC"), "--version").code()).isZero();
  }

  @Test
  void onlyLargeFilesStartTheSecondCompiler() throws IOException {
    Map<String, String> options = Map.of("CLEAVE_OPTS", "-XX:+PrintCommandLineFlags");
    for (int size : List.of(9_999_999, 10_000_000)) {
      Path file = Files.write(folder.resolve("x.npy"), new byte[size]);
      String flags = run(options, "split", file.toString()).out();
      assertThat(flags.contains("-XX:TieredStopAtLevel=1")).isEqualTo(size < 10_000_000);
    }
  }

  @Test
  void pathOfJavaMayHaveABlank() throws IOException {
    Path java = Path.of(System.getProperty("java.home"));
    Path link = Files.createSymbolicLink(folder.resolve("my java"), java);
    requireVersion(Map.of("JAVA_HOME", link.toString()));
    // JUnit warns of links that lead out of the folder that it deletes.
    Files.delete(link);
  }

  /// A runtime of the modules that the page on services names.
  @Test
  void runsOnALinkedRuntime() throws IOException {
    String jlink =
        Files.readAllLines(ROOT.resolve("src/site/markdown/service.md")).stream()
            .filter(line -> line.startsWith("jlink "))
            .findAny()
            .orElseThrow();
    List<String> command = new ArrayList<>(List.of(jlink.split(" ")));
    String home = folder.resolve("runtime").toString();
    assertThat(command.set(command.size() - 1, home)).isEqualTo("runtime");
    assertThat(Cli.tool(command)).returns(0, Cli::code);
    Cli devices = run(Map.of("JAVA_HOME", home, "CLEAVE_OPTS", ""), "devices");
    assertThat(devices.err()).isEmpty();
    assertThat(devices.out()).doesNotContain("ClassNotFoundException", "runs without");
    // The cases of every type; the large ones run once in ReadmeIT.
    String cases = ROOT.resolve("test-data/conformance/cleave.jsonl").toString();
    assertThat(run(Map.of("JAVA_HOME", home), "verify", "--cases", cases).out())
        .contains(" passed, 0 failed");
  }

  @Test
  void folderWithAColonIsRefused() throws IOException {
    home = Files.move(home, folder.resolve("a:b"));
    Cli run = run(Map.of(), "--version");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("a:b", "colon", "move it").hasLineCount(1);
  }
}
