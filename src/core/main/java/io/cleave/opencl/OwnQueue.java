package io.cleave.opencl;

import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Runs commands on a queue of our own, which is finished after any failure before anything else
/// happens: then no command touches memory that the caller has back. A session does so when one of
/// its calls fails, this for all that happens between calls.
///
/// On a user's queue events are released instead, and nothing is waited for: a command may wait for
/// the user's next step.
final class OwnQueue {
  /// Held while something runs on a device whose launches must not overlap, through whichever
  /// session and binding. Users of a borrowed queue wait themselves.
  private static final Lock LAUNCHES = new ReentrantLock();

  private OwnQueue() {}

  /// Queues commands and waits for them; on a device whose launches may overlap, they may run on.
  static <T> T launch(ClSession<?, ?> session, Supplier<T> commands) {
    boolean isSerial = session.facts().serialLaunches();
    boolean isDone = false;
    if (isSerial) {
      LAUNCHES.lock();
    }
    try {
      T result = commands.get();
      isDone = true;
      return result;
    } finally {
      try {
        if (!isDone) {
          session.settle();
        }
      } finally {
        if (isSerial) {
          LAUNCHES.unlock();
        }
      }
    }
  }

  /// Waits for a command, and releases its event.
  static <E> void finish(ClSession<?, E> session, E event) {
    Failures failures = new Failures();
    failures.attempt(session::flush);
    failures.attempt(() -> session.await(event, "a transfer"));
    failures.attempt(() -> session.release(event));
    failures.throwFirst();
  }
}
