package io.cleave.opencl;

import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import java.util.List;

/// What is done with the events of several commands together.
final class Events {
  private Events() {}

  /// Checks that events of the user's may be waited for on the session's queue.
  static <E> void requireInContext(ClSession<?, E> session, List<? extends E> after) {
    for (int i = 0; i < after.size(); i++) {
      if (!session.isEventInContext(after.get(i))) {
        throw new IllegalArgumentException(
            "event %s of those that must come first is of another context than the queue; give one of the queue's context"
                .formatted(i));
      }
    }
  }

  /// Waits for all and gives all back, also when one of them has failed; then the first failure is
  /// thrown, the others are suppressed by it.
  static <E> void finish(ClSession<?, E> session, List<? extends E> events) {
    try {
      Failures failures = new Failures();
      failures.attempt(() -> await(session, events));
      failures.attempt(() -> release(session, events));
      failures.throwFirst();
    } catch (Error e) {
      session.settle();
      throw e;
    }
  }

  /// Waits for all, also when one of them has failed.
  static <E> void await(ClSession<?, E> session, List<? extends E> events) {
    Failures failures = new Failures();
    failures.attempt(session::flush);
    events.forEach(event -> failures.attempt(() -> session.await(event)));
    failures.throwFirst();
  }

  /// Gives all back, also when the driver refuses one of them.
  static <E> void release(ClSession<?, E> session, List<? extends E> events) {
    Failures failures = new Failures();
    events.forEach(event -> failures.attempt(() -> session.release(event)));
    failures.throwFirst();
  }

  /// Ends what was begun before a failure: host memory must not be touched any more when the
  /// failure reaches the caller.
  static <E> void abandon(ClSession<?, E> session, List<? extends E> events, Throwable failure) {
    if (failure instanceof Error) {
      session.settle();
    }
    Failures.suppressed(failure, () -> finish(session, events));
  }

  /// Gives back what was begun before a failure without waiting for it: on a queue of the user's it
  /// may wait for something that the user does next.
  static <E> void drop(ClSession<?, E> session, List<? extends E> events, Throwable failure) {
    Failures.suppressed(failure, () -> release(session, events));
  }

  /// One event for all of them, which are given back, whatever happens.
  static <E> E join(ClSession<?, E> session, List<? extends E> events) {
    if (events.size() == 1) {
      return events.getFirst();
    }
    E joined = marker(session, events);
    try {
      release(session, events);
    } catch (RuntimeException | Error e) {
      drop(session, List.of(joined), e);
      throw e;
    }
    return joined;
  }

  /// What stands for all of them where many commands are to wait for them: if each of n waited for
  /// n, a driver would keep n * n notes.
  ///
  /// @param all gets the event that is made, if one is
  static <E> List<E> gathered(ClSession<?, E> session, List<E> events, List<E> all) {
    if (events.size() <= 1) {
      return events;
    }
    E gathered = session.marker(events);
    all.add(gathered);
    return List.of(gathered);
  }

  private static <E> E marker(ClSession<?, E> session, List<? extends E> events) {
    try {
      return session.marker(events);
    } catch (RuntimeException | Error e) {
      drop(session, events, e);
      throw e;
    }
  }
}
