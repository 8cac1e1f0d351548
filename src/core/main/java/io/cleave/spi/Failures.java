package io.cleave.spi;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Cleanup after failures: runs all steps although some fail, to throw the first failure at the
/// end.
public final class Failures {
  private Failures() {}

  /// The first cause of a failure.
  public static Throwable root(Throwable failure) {
    return failure.getCause() == null ? failure : root(failure.getCause());
  }

  /// Runs a cleanup step after a failure, which suppresses what the step throws.
  public static void suppressed(Throwable failure, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      // HotSpot may throw one and the same OutOfMemoryError again.
      if (!e.equals(failure)) {
        failure.addSuppressed(e);
      }
    }
  }

  /// Takes all steps, although some fail, and throws the first failure, with the others suppressed.
  public static void all(Runnable... steps) {
    each(List.of(steps), Runnable::run);
  }

  /// Takes a step for each of some objects, in the same way.
  public static <T extends @Nullable Object> void each(Iterable<T> all, Consumer<? super T> step) {
    Throwable first = null;
    for (T one : all) {
      if (first == null) {
        try {
          step.accept(one);
        } catch (RuntimeException | Error e) {
          first = e;
        }
      } else {
        suppressed(first, () -> step.accept(one));
      }
    }
    switch (first) {
      case RuntimeException failure -> throw failure;
      case Error error -> throw error;
      case null, default -> {}
    }
  }
}
