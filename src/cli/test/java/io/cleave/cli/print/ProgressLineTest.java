package io.cleave.cli.print;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressLineTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
  private final StringWriter terminal = new StringWriter();
  private final ProgressLine line = new ProgressLine(new PrintWriter(terminal), clock::get);

  private void after(long millis) {
    clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private String shown() {
    String all = terminal.toString();
    terminal.getBuffer().setLength(0);
    return all;
  }

  @Test
  void shortWorkShowsNothing() {
    line.expect(100);
    after(999);
    line.advance(100);
    line.close();
    assertThat(shown()).isEmpty();
  }

  @Test
  void longWorkIsDrawnNowAndThenAndErased() {
    line.expect(64 * MIB);
    after(2000);
    line.advance(16 * MIB);
    assertThat(shown()).isEqualTo("\r\u001b[K 25%  16.0 MiB of 64.0 MiB  8.0 MiB/s  6 s left");
    after(100);
    line.advance(MIB);
    assertThat(shown()).as("too soon").isEmpty();
    after(1900);
    line.advance(15 * MIB);
    assertThat(shown()).isEqualTo("\r\u001b[K 50%  32.0 MiB of 64.0 MiB  8.0 MiB/s  4 s left");
    line.close();
    assertThat(shown()).isEqualTo("\r\u001b[K");
    after(5000);
    line.advance(MIB);
    line.close();
    assertThat(shown()).as("closed").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  @Timeout(60)
  void aSignalErasesIt(String signal) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EndlessProgress.class.getName())
            .redirectError(errors.toFile())
            .start();
    try (BufferedReader lines = process.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("drawn");
      // Whoever started the tests may have had them ignore it, and then this process does, too.
      assumeTrue(
          new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + process.pid())
                  .start()
                  .waitFor()
              == 0);
      assumeTrue(process.waitFor(20, TimeUnit.SECONDS), signal + " is ignored here");
    } finally {
      process.destroyForcibly();
    }
    assertThat(errors).content().contains(" 0%  1 B of ").endsWith("\r\u001b[K");
  }
}
