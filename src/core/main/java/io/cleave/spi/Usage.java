package io.cleave.spi;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Count of the calls that use a closeable object: it is not closed during a call, and not used
/// when it is closed. Safe for use by many threads.
public final class Usage {
  private static final int CLOSED = -1;

  private final String name;
  private final AtomicInteger users = new AtomicInteger();

  /// @param name the object's name for messages: `the splitter`
  public Usage(String name) {
    this.name = name;
  }

  /// Begins a call.
  ///
  /// @throws IllegalStateException if it is closed
  public void enter() {
    if (users.getAndUpdate(n -> n == CLOSED ? CLOSED : n + 1) == CLOSED) {
      throw new IllegalStateException(name + " is closed; open another one");
    }
  }

  /// Ends a call that [#enter()] began.
  public void exit() {
    users.getAndDecrement();
  }

  /// Makes a call, and counts it meanwhile.
  ///
  /// @throws IllegalStateException if it is closed
  public <R> R during(Supplier<R> call) {
    enter();
    try {
      return call.get();
    } finally {
      exit();
    }
  }

  /// Makes a call that returns nothing, and counts it meanwhile.
  ///
  /// @throws IllegalStateException if it is closed
  public void during(Runnable call) {
    during(
        () -> {
          call.run();
          return this;
        });
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
