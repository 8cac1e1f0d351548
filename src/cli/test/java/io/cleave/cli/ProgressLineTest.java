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

  private String shownAfter(long millis, long bytes) {
    clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    terminal.getBuffer().setLength(0);
    line.advance(bytes);
    return terminal.toString();
  }

  @Test
  void longWorkIsDrawnNowAndThenAndErased() {
    line.expect(640 * MIB);
    assertThat(shownAfter(999, MIB)).as("short work").isEmpty();
    line.close();
    assertThat(terminal).as("nothing to erase").hasToString("");
    assertThat(shownAfter(19_001, 159 * MIB)).isEqualTo("\r\u001b[K 25%  160 of 640 MiB  1m left");
    assertThat(shownAfter(100, MIB)).as("too soon").isEmpty();
    assertThat(shownAfter(19_900, 159 * MIB)).isEqualTo("\r\u001b[K 50%  320 of 640 MiB  40s left");
    terminal.getBuffer().setLength(0);
    line.close();
    assertThat(terminal).hasToString("\r\u001b[K");
  }
}
