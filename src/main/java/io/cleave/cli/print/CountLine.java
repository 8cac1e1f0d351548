package io.cleave.cli.print;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/// One line on a terminal, written again and again, that says how many pieces of work are done;
/// nothing where standard error is no terminal. Used by one thread.
public final class CountLine implements AutoCloseable {
  private final TerminalLine line;
  private final String things;
  private final long expected;
  private final long begin = System.nanoTime();
  private long done;

  private CountLine(PrintWriter terminal, String things, long expected) {
    this.line = new TerminalLine(terminal);
    this.things = things;
    this.expected = expected;
  }

  /// A line that does not show yet.
  ///
  /// @param things what is counted
  /// @param expected how many there will be
  public static CountLine of(Output output, String things, long expected) {
    return new CountLine(
        ProgressLine.isWanted() ? output.errors() : new PrintWriter(PrintWriter.nullWriter()),
        things,
        expected);
  }

  /// One more is done.
  public void advance() {
    done++;
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    long left = seconds * (expected - done) / done;
    line.draw(
        "%s of %s %s  %s:%02d min left".formatted(done, expected, things, left / 60, left % 60));
  }

  /// Takes the line away until the next piece of work is done.
  public void erase() {
    line.erase();
  }

  @Override
  public void close() {
    line.close();
  }
}
