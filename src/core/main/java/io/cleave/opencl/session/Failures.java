package io.cleave.opencl.session;

import io.cleave.OpenClException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lwjgl.opencl.CL10;

/// Error handling around native calls: turns statuses into exceptions, and runs all steps of a
/// cleanup although some fail, to throw the first failure at the end.
public final class Failures {
  private Failures() {}

  /// Turns the status of a call into an exception.
  ///
  /// @throws OpenClException unless the call succeeded
  public static void check(String call, int status) {
    if (status != ClStatus.SUCCESS) {
      throw new FailedCallException(call, status);
    }
  }

  /// The number of handles that a call has listed: none if the status says so, where a driver may
  /// leave garbage in the number.
  ///
  /// @throws OpenClException if the call failed
  public static int listed(String call, int status, int count) {
    if (status == ClStatus.PLATFORM_NOT_FOUND_KHR || status == CL10.CL_DEVICE_NOT_FOUND) {
      return 0;
    }
    check(call, status);
    return count;
  }

  /// Makes a call, and adds to its failure what was asked for and on which device, unless it names
  /// the device already.
  static <T> T naming(String device, Supplier<String> detail, Supplier<T> call) {
    try {
      return call.get();
    } catch (OpenClException e) {
      if (String.valueOf(e.getMessage()).contains(device)) {
        throw e;
      }
      throw new FailedCallException(e, "%s on %s".formatted(detail.get(), device));
    }
  }

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
