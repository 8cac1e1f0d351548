package io.cleave.backend;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Counts the calls that are inside something closeable, so that it is never closed under their
/// feet and never entered again. Safe for use by many threads.
public final class Usage {
  private static final int CLOSED = -1;

  private final String name;
  private final AtomicInteger users = new AtomicInteger();

  /// @param name what is used, for messages: `the splitter`
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

  /// Ends a call that [#enter()] let in.
  public void exit() {
    if (users.getAndUpdate(n -> n > 0 ? n - 1 : n) <= 0) {
      throw new IllegalStateException("%s was left more often than entered".formatted(name));
    }
  }

  /// Carries a call out, and counts it meanwhile.
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

  /// Closes.
  ///
  /// @return whether it was open until now
  /// @throws IllegalStateException if a call is inside
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
