package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtEnvironment;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Runs the README and the pages that it is too short for, so that they cannot rot: each command,
/// whose output must be the printed one, and each program.
class ReadmeIT {
  private static final String JAR = System.getProperty("cleave.cli.jar");

  /// What a pipeline hands its planes to.
  private static final Path ONNX_RUNTIME = jarOf(OrtEnvironment.class);

  /// Stands for lines that differ from machine to machine.
  private static final String ELLIPSIS = "...";

  /// Stands in a program before what the line prints.
  private static final String PRINTS = "// prints ";

  @TempDir private Path folder;

  @FunctionalInterface
  private interface Check {
    void run(String block) throws Exception;
  }

  /// What an earlier run has written would be refused, and so would be what a reader runs after
  /// this.
  @BeforeEach
  @AfterEach
  void removeParts() throws IOException {
    Path parts = Pages.ROOT.resolve("target/parts");
    if (Files.exists(parts)) {
      try (Stream<Path> files = Files.list(parts)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> consoleBlocksPrintWhatTheySay() throws IOException {
    return tests("console", 0, this::check);
  }

  private void check(String block) throws Exception {
    List<String> lines = block.lines().toList();
    String command = lines.getFirst().substring("$ ./cleave ".length());
    List<String> printed = run(command.split(" "));
    List<String> expected = lines.subList(1, lines.size());
    if (expected.getLast().equals(ELLIPSIS)) {
      assertThat(printed)
          .startsWith(expected.subList(0, expected.size() - 1).toArray(String[]::new));
    } else {
      assertThat(printed).isEqualTo(expected);
    }
  }

  private static List<String> run(String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of(java(), "-jar", JAR));
    command.addAll(List.of(args));
    return output(new ProcessBuilder(command));
  }

  @TestFactory
  Stream<DynamicTest> programsPrintWhatTheirCommentsSay() throws IOException {
    return tests("java", 4, this::run);
  }

  private void run(String program) throws Exception {
    List<String> expected =
        program.lines().filter(line -> line.contains(PRINTS)).map(ReadmeIT::printed).toList();
    assertThat(expected).hasSize(1);
    Path source = Files.writeString(folder.resolve("Example.java"), program);
    assertThat(
            output(
                new ProcessBuilder(
                    java(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    JAR + File.pathSeparator + ONNX_RUNTIME,
                    source.toString())))
        .isEqualTo(expected);
  }

  private static String printed(String line) {
    return line.substring(line.indexOf(PRINTS) + PRINTS.length());
  }

  private static Path jarOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static List<String> output(ProcessBuilder builder) throws Exception {
    // Unless it is told so, ONNX Runtime reports on its use.
    builder.environment().put("ORT_DISABLE_TELEMETRY", "1");
    Process process =
        builder
            .directory(Pages.ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines = process.inputReader().readAllLines();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as("%s printed %s", builder.command(), lines).isZero();
    return lines;
  }

  /// A test for each block of a language on each page.
  ///
  /// @param line the one that the block is called after
  private static Stream<DynamicTest> tests(String language, int line, Check check)
      throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : Pages.all()) {
      for (String block : Pages.blocks(page, language)) {
        if (block.contains("org.apache.spark")) {
          // SparkPagesTest runs it.
          continue;
        }
        String name = block.lines().skip(line).findFirst().orElseThrow();
        tests.add(
            DynamicTest.dynamicTest(page.getFileName() + ": " + name, () -> check.run(block)));
      }
    }
    assertThat(tests).isNotEmpty();
    return tests.stream();
  }
}
