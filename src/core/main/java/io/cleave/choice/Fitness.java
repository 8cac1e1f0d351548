package io.cleave.choice;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Which candidates of one splitter may carry out real calls of one plan: nothing of them has to be
/// opened, compiled or warmed any more. The expected one always may.
///
/// Safe for use by many threads.
final class Fitness {
  private final AtomicInteger fit = new AtomicInteger(1);
  private final AtomicBoolean asked = new AtomicBoolean();

  boolean has(int candidate) {
    return (fit.get() & 1 << candidate) != 0;
  }

  /// The candidate if it may, else the expected one.
  int orExpected(int candidate) {
    return has(candidate) ? candidate : 0;
  }

  /// From now on it may.
  void add(int candidate) {
    fit.updateAndGet(bits -> bits | 1 << candidate);
  }

  /// Whether somebody sees to it that the others become fit.
  boolean isAsked() {
    return asked.get();
  }

  /// Asks for it.
  ///
  /// @return whether the caller is the one who must see to it
  boolean ask() {
    return asked.compareAndSet(false, true);
  }

  /// The one who was asked could not.
  void askAgain() {
    asked.set(false);
  }
}
