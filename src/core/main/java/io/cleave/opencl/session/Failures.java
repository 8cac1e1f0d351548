package io.cleave.opencl.session;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Carries out every step although some fail, and throws the first failure at the end: what has a
/// native handle is released whatever fails before.
///
/// Not safe for use by many threads.
public final class Failures {
  private @Nullable Throwable first;

  /// Turns a status into an exception.
  ///
  /// @param call the function that returned it
  /// @param detail what was asked for
  /// @throws OpenClException unless the call succeeded
  public static void check(String call, int status, Supplier<String> detail) {
    if (status != ClStatus.SUCCESS) {
      throw new OpenClException(call, status, detail.get());
    }
  }

  /// Takes a step; what it throws is kept for the end.
  public void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      if (first == null) {
        first = e;
      } else if (!e.equals(first)) {
        // HotSpot may throw one and the same OutOfMemoryError again.
        first.addSuppressed(e);
      }
    }
  }

  /// Takes a step after a failure that is on its way already: what it throws is suppressed by that.
  public static void suppressed(Throwable failure, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      if (!e.equals(failure)) {
        failure.addSuppressed(e);
      }
    }
  }

  /// Throws the first failure, with the others suppressed, if there was one.
  public void throwFirst() {
    switch (first) {
      case RuntimeException failure -> throw failure;
      case Error error -> throw error;
      case null, default -> {}
    }
  }
}
