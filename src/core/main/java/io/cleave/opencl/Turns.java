package io.cleave.opencl;

import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Keeps launches apart on devices that must not run them side by side, see
/// [DeviceInfo#serialLaunches()]: those of every session and through whichever binding, but for
/// queues of users, who wait themselves.
final class Turns {
  private static final Lock ONE_AT_A_TIME = new ReentrantLock();

  private Turns() {}

  /// Does what launches and waits for that, in its turn where the device needs turns.
  static <T> T take(DeviceInfo facts, Supplier<T> work) {
    if (!facts.serialLaunches()) {
      return work.get();
    }
    ONE_AT_A_TIME.lock();
    try {
      return work.get();
    } finally {
      ONE_AT_A_TIME.unlock();
    }
  }

  /// The same for what has no result.
  static void take(DeviceInfo facts, Runnable work) {
    take(
        facts,
        () -> {
          work.run();
          return Boolean.TRUE;
        });
  }

  /// The event of a split that is queued; one that needs its turn is waited for.
  static <E> E queued(ClSession<?, E> session, Supplier<E> split) {
    DeviceInfo facts = session.facts();
    return facts.serialLaunches() ? take(facts, () -> ended(session, split)) : split.get();
  }

  /// Does what launches; where that fails midway, what is launched already ends in this turn.
  private static <E, T> T settled(ClSession<?, E> session, Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, session::settle);
      throw e;
    }
  }

  private static <E> E ended(ClSession<?, E> session, Supplier<E> split) {
    E event = settled(session, split);
    try {
      Events.await(session, List.of(event));
      return event;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> session.release(event));
      throw e;
    }
  }
}
