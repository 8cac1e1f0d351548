package io.cleave.opencl;

import org.jspecify.annotations.Nullable;

/// Keeps going when a step fails, and throws at the end.
final class Failures {
  private @Nullable Throwable first;

  void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      if (first == null) {
        first = e;
      } else {
        first.addSuppressed(e);
      }
    }
  }

  /// Takes a step after a failure that is on its way already: what it throws is suppressed by that.
  static void suppressed(Throwable failure, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
    }
  }

  /// Throws the first failure, with the others suppressed, if there was one.
  void throwFirst() {
    switch (first) {
      case RuntimeException failure -> throw failure;
      case Error error -> throw error;
      case null, default -> {}
    }
  }
}
