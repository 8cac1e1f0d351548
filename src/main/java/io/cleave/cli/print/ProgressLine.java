package io.cleave.cli.print;

import io.cleave.file.Progress;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// One line on a terminal, written again and again, that says how far the work has come; it appears
/// when the work has lasted for a second, and vanishes when it is closed or the process ends.
///
/// Safe for use by many threads.
public final class ProgressLine implements Progress, AutoCloseable {
  /// Work that is done sooner needs no line.
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

  /// More often nobody can read it.
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  private final TerminalLine line;
  private final LongSupplier nanos;
  private final long begin;
  private final AtomicLong expected = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong next;

  /// A line that does not show yet.
  ///
  /// @param nanos a clock
  public ProgressLine(PrintWriter terminal, LongSupplier nanos) {
    this.line = new TerminalLine(terminal);
    this.nanos = nanos;
    this.begin = nanos.getAsLong();
    this.next = new AtomicLong(begin + PATIENCE);
  }

  /// Whether standard error is a terminal, as far as that can be told.
  // In JDK 22 to 24 the console was never null; since 25 it is again, where there is no terminal.
  @SuppressWarnings("SystemConsoleNull")
  public static boolean isWanted() {
    try {
      if (Files.isSymbolicLink(STANDARD_ERROR)) {
        String device = Files.readSymbolicLink(STANDARD_ERROR).toString();
        return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
      }
    } catch (IOException _) {
      return false;
    }
    // Where there is no /proc, the JDK only knows of standard input and output.
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  @Override
  public void expect(long bytes) {
    expected.addAndGet(bytes);
  }

  @Override
  public void advance(long bytes) {
    done.addAndGet(bytes);
    long now = nanos.getAsLong();
    long due = next.get();
    if (now - due >= 0 && next.compareAndSet(due, now + PAUSE)) {
      line.draw(text(done.get(), expected.get(), now - begin));
    }
  }

  private static String text(long done, long expected, long elapsed) {
    double perSecond = done / (elapsed / (double) TimeUnit.SECONDS.toNanos(1));
    long left = perSecond > 0 ? (long) Math.ceil((expected - done) / perSecond) : 0;
    return String.format(
        Locale.ROOT,
        "%3d%%  %s of %s  %s/s  %s left",
        expected == 0 ? 100 : (long) (100.0 * done / expected),
        size(done),
        size(expected),
        size((long) perSecond),
        time(left));
  }

  private static String size(long bytes) {
    int power = Math.max(0, (63 - Long.numberOfLeadingZeros(Math.max(1, bytes))) / 10);
    return power == 0
        ? bytes + " B"
        : String.format(
            Locale.ROOT,
            "%.1f %siB",
            bytes / (double) (1L << (10 * power)),
            " KMGTPE".charAt(power));
  }

  private static String time(long seconds) {
    return seconds < 60
        ? seconds + " s"
        : String.format(Locale.ROOT, "%d:%02d min", seconds / 60, seconds % 60);
  }

  @Override
  public void close() {
    line.close();
  }
}
