package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Jvm;
import io.cleave.file.format.NpyBytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is left when a whole process ends, or may not write any more.
@Timeout(1200)
class SplitProcessTest {
  private static final int ROWS = 1 << 10;
  private static final int ROW = 1 << 12;

  @TempDir Path folder = Path.of("");
  private Path input = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void makeInput() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
    input = folder.resolve("data.npy");
    out = folder.resolve("new/parts");
    Files.write(input, NpyBytes.ofBytes(ROWS, ROW));
  }

  /// A split in a process of its own, which the shell becomes after `setup`.
  private Process start(String setup, long millis) throws IOException {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", setup + "exec \"$@\"", "sh"));
    command.addAll(Jvm.running(SlowSplit.class, "-XX:-UsePerfData", "-Xshare:auto"));
    command.addAll(List.of(input.toString(), out.toString(), "" + millis));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all).containsExactlyInAnyOrder(folder, input);
    }
  }

  /// Whoever started the tests may have had them ignore a signal (`nohup`, a shell's `&`), and then
  /// every process that they start ignores it too.
  private static boolean isIgnored(int signal) throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16))
            .anyMatch(mask -> (mask >>> (signal - 1) & 1) == 1);
  }

  @ParameterizedTest
  @CsvSource({"HUP, 1", "INT, 2", "TERM, 15"})
  void aSignalLeavesNothing(String signal, int number) throws IOException, InterruptedException {
    assumeFalse(isIgnored(number), signal + " is ignored by whoever started these tests");
    Process process = start("", 100);
    try (BufferedReader lines = process.inputReader()) {
      for (int window = 0; window < 3; window++) {
        assertThat(lines.readLine()).isEqualTo("window");
      }
      assertThat(out.toFile().list()).hasSize(2).allMatch(name -> name.startsWith(".part."));
      new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + process.pid()).start();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isGreaterThan(128);
    assertNothingIsLeft();
  }

  @Test
  void aFullDiskLeavesNothing() throws IOException {
    // A limit on the size of a file stops writing just as a full disk does.
    Process process = start("ulimit -f 1000 && ", 0);
    String last;
    try (BufferedReader lines = process.inputReader()) {
      last = lines.lines().reduce("", (_, line) -> line);
    } finally {
      process.destroyForcibly();
    }
    assertThat(last).startsWith("cannot write " + out.resolve("part.0.npy") + ": ");
    assertNothingIsLeft();
  }
}
