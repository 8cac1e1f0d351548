package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private static final long MIB = 1 << 20;

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

  @Test
  void longTimesAreInMinutes() {
    line.expect(1L << 40);
    after(1000);
    line.advance(1L << 30);
    assertThat(shown()).endsWith("  0%  1.0 GiB of 1.0 TiB  1.0 GiB/s  17:03 min left");
  }

  @Test
  void moreWorkMayTurnUp() {
    line.expect(10);
    after(1000);
    line.advance(5);
    assertThat(shown()).contains(" 50%  5 B of 10 B  5 B/s  1 s left");
    line.expect(90);
    after(1000);
    line.advance(5);
    assertThat(shown()).contains(" 10%  10 B of 100 B  5 B/s  18 s left");
  }
}
