package io.cleave.cli.print;

import io.cleave.file.io.Progress;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Progress of a long command, on one line of the terminal that is rewritten in place and erased at
/// the end, also on Ctrl-C. Safe for use by many threads.
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
  private boolean isClosed;

  /// Erases the line when the process ends.
  private final Thread hook = new Thread(this::erase, "cleave-erase");

  /// A line that does not show yet.
  ///
  /// @param nanos a clock
  public ProgressLine(PrintWriter terminal, LongSupplier nanos) {
    this.terminal = terminal;
    this.nanos = nanos;
    this.begin = nanos.getAsLong();
    this.due = begin + DELAY;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// True if standard error is a terminal, as far as that can be told.
  // In JDK 22 to 24 the console was never null; since 25 it is again, where there is no terminal.
  @SuppressWarnings("SystemConsoleNull")
  public static boolean isWanted() {
    Path errors = Path.of("/proc/self/fd/2");
    try {
      if (Files.isSymbolicLink(errors)) {
        String device = Files.readSymbolicLink(errors).toString();
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
  public synchronized void expect(long bytes) {
    expected += bytes;
  }

  @Override
  public synchronized void advance(long bytes) {
    done += bytes;
    long now = nanos.getAsLong();
    if (now - due >= 0 && !isClosed) {
      due = now + INTERVAL;
      isShown = true;
      terminal.print(ERASED + text(now - begin));
      terminal.flush();
    }
  }

  private synchronized void erase() {
    if (isShown && !isClosed) {
      terminal.print(ERASED);
      terminal.flush();
    }
    isClosed = true;
  }

  @Override
  public void close() {
    erase();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process is ending, and the hook runs.
    }
  }

  private String text(long elapsed) {
    double perSecond = done / (elapsed / (double) TimeUnit.SECONDS.toNanos(1));
    long left = perSecond > 0 ? (long) Math.ceil((expected - done) / perSecond) : 0;
    return String.format(
        Locale.ROOT,
        "%3d%%  %s of %s  %s/s  %s left",
        expected == 0 ? 100 : (long) (100.0 * done / expected),
        size(done),
        size(expected),
        size((long) perSecond),
        left < 60 ? left + " s" : String.format(Locale.ROOT, "%d:%02d min", left / 60, left % 60));
  }

  private static String size(long bytes) {
    int power = Math.max(0, (63 - Long.numberOfLeadingZeros(Math.max(1, bytes))) / 10);
    double value = bytes / (double) (1L << (10 * power));
    return power == 0
        ? bytes + " B"
        : String.format(Locale.ROOT, "%.1f %siB", value, " KMGTPE".charAt(power));
  }
}
