package io.cleave.opencl.session;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/// How a command ends. Drivers differ in whether waiting for a failed command fails, so the command
/// itself is asked; and a driver may refuse to wait while the command runs on, in memory that its
/// owner has back once nobody waits any more.
public final class Ending {
  /// What waiting returns for a command that has ended in an error.
  private static final int EXEC_STATUS_ERROR_FOR_EVENTS = -14;

  private static final long PAUSE_NANOS = 1_000_000;

  private Ending() {}

  /// Waits until a command has ended; where waiting is refused, it is asked time and again, unless
  /// that is refused, too.
  ///
  /// @param wait waits, and returns what waiting says
  /// @param ask how far the command is: more than 0 until it ends, less if it has failed
  /// @param flush hands the queue to the device, since nobody waits who would
  /// @return how it failed, or what waiting said
  /// @throws OpenClException if asking is refused, where waiting was not
  public static int of(IntSupplier wait, IntSupplier ask, Runnable flush) {
    int waited = wait.getAsInt();
    int stage = stage(waited, ask);
    while (stage > ClStatus.SUCCESS && isRefused(waited)) {
      flush.run();
      pause();
      stage = stage(waited, ask);
    }
    return stage < ClStatus.SUCCESS ? stage : waited;
  }

  private static boolean isRefused(int waited) {
    return waited != ClStatus.SUCCESS && waited != EXEC_STATUS_ERROR_FOR_EVENTS;
  }

  /// Where waiting has failed, that is what is told if the command cannot be asked either.
  private static int stage(int waited, IntSupplier ask) {
    try {
      return ask.getAsInt();
    } catch (OpenClException e) {
      if (waited != ClStatus.SUCCESS) {
        return waited;
      }
      throw e;
    }
  }

  /// An interrupted thread does not sleep, and only asks more often.
  static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }
}
