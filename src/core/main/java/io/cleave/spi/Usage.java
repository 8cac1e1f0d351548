package io.cleave.spi;

import java.util.concurrent.atomic.AtomicInteger;

/// Count of the calls that use a closeable object: it is not closed during a call, and not used
/// when it is closed. Safe for use by many threads.
public final class Usage {
  private static final int CLOSED = -1;

  private final String name;
  private final AtomicInteger users = new AtomicInteger();
  private final Scope call = users::getAndDecrement;

  /// @param name the object's name for messages: `the splitter`
  public Usage(String name) {
    this.name = name;
  }

  /// Begins a call.
  ///
  /// @throws IllegalStateException if it is closed
  public Scope enter() {
    if (users.getAndUpdate(n -> n == CLOSED ? CLOSED : n + 1) == CLOSED) {
      throw new IllegalStateException(name + " is closed; open another one");
    }
    return call;
  }

  /// Closes.
  ///
  /// @return true if it was open until now
  /// @throws IllegalStateException if a call is under way
  public boolean close() {
    int before = users.compareAndExchange(0, CLOSED);
    if (before > 0) {
      throw new IllegalStateException(
          "%s is in use by %s %s; close it when they have returned"
              .formatted(name, before, before == 1 ? "call" : "calls"));
    }
    return before == 0;
  }
}
