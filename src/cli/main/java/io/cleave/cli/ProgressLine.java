package io.cleave.cli;

import io.cleave.file.io.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Progress of a long command, on one line of the terminal that is rewritten in place and erased at
/// the end. Safe for use by many threads.
public final class ProgressLine implements Progress, AutoCloseable {
  private static final String ERASED = "\r\u001b[K";

  /// Shorter work shows nothing.
  private static final long DELAY = TimeUnit.SECONDS.toNanos(1);

  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(200);

  private final PrintWriter terminal;
  private final LongSupplier nanos;
  private final long begin;
  private long expected;
  private long done;
  private long due;
  private boolean isShown;

  /// A line that does not show yet.
  ///
  /// @param nanos a clock
  public ProgressLine(PrintWriter terminal, LongSupplier nanos) {
    this.terminal = terminal;
    this.nanos = nanos;
    this.begin = nanos.getAsLong();
    this.due = begin + DELAY;
  }

  @Override
  public synchronized void expect(long bytes) {
    expected += bytes;
  }

  @Override
  public synchronized void advance(long bytes) {
    done += bytes;
    long now = nanos.getAsLong();
    if (now - due >= 0) {
      due = now + INTERVAL;
      isShown = true;
      terminal.print(ERASED + text(now - begin));
      terminal.flush();
    }
  }

  private String text(long elapsed) {
    double share = done / (double) Math.max(1, expected);
    double left = share > 0 ? elapsed / share - elapsed : 0;
    String time = Duration.ofSeconds((long) Math.ceil(left / 1e9)).toString().substring(2);
    return String.format(
        Locale.ROOT,
        "%3.0f%%  %d of %d MiB  %s left",
        100 * share,
        done >> 20,
        expected >> 20,
        time.toLowerCase(Locale.ROOT));
  }

  /// Erases the line.
  @Override
  public synchronized void close() {
    if (isShown) {
      terminal.print(ERASED);
      terminal.flush();
    }
  }
}
