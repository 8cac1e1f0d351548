package io.cleave.cli.print;

import java.io.PrintWriter;

/// One line on a terminal that is written again and again, and vanishes when it is closed or the
/// process is told to end (Ctrl-C).
///
/// Safe for use by many threads.
final class TerminalLine implements AutoCloseable {
  private static final String ERASED = "\r\u001b[K";

  private final PrintWriter terminal;
  private final Thread hook = new Thread(this::end, "cleave-erase");
  private boolean hooked;
  private boolean shown;
  private boolean closed;

  TerminalLine(PrintWriter terminal) {
    this.terminal = terminal;
  }

  /// Shows a text in the place of what was there.
  synchronized void draw(String text) {
    if (closed || !(hooked || hook())) {
      return;
    }
    terminal.print(ERASED + text);
    terminal.flush();
    shown = true;
  }

  /// Only once something is to be shown: most work is done before.
  private boolean hook() {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      hooked = true;
      return true;
    } catch (IllegalStateException _) {
      // The process is ending already.
      return false;
    }
  }

  /// Takes the text away until the next one is shown.
  synchronized void erase() {
    if (shown) {
      terminal.print(ERASED);
      terminal.flush();
      shown = false;
    }
  }

  private synchronized void end() {
    closed = true;
    erase();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process is ending, and the hook is at work.
    }
    end();
  }
}
