package io.cleave.opencl;

import io.cleave.backend.RouteName;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What one split takes on a device, reported to Java Flight Recorder. Begins when it is made.
///
/// @param <E> the binding's event handle
final class DeviceTime<E> {
  private final ClSession<?, E> session;
  private final RouteName route;
  private final List<String> texts;
  private final DeviceSplitEvent event = new DeviceSplitEvent();

  DeviceTime(ClSession<?, E> session, PreparedSplit<?, E> prepared) {
    this.session = session;
    this.route = prepared.route();
    this.texts = prepared.texts();
    event.begin();
  }

  /// Waits for all events and gives them back.
  ///
  /// @param commands the events of the route's commands, among them
  /// @param all every event of the split
  void finish(List<E> commands, List<E> all) {
    try {
      end(commands, all);
    } catch (Error e) {
      session.settle();
      throw e;
    }
  }

  private void end(List<E> commands, List<E> all) {
    Failures failures = new Failures();
    failures.attempt(
        () -> {
          await(commands, all);
          report(commands);
        });
    failures.attempt(() -> Events.release(session, all));
    failures.throwFirst();
  }

  /// The commands first: they can be named, and what comes after one that fails fails with it.
  private void await(List<E> commands, List<E> all) {
    Failures failures = new Failures();
    failures.attempt(session::flush);
    for (int i = 0; i < commands.size(); i++) {
      E command = commands.get(i);
      String text = texts.get(i);
      failures.attempt(() -> session.await(command, text));
    }
    Set<E> named = new HashSet<>(commands);
    all.stream()
        .filter(event -> !named.contains(event))
        .forEach(event -> failures.attempt(() -> session.await(event, "a transfer")));
    failures.throwFirst();
  }

  /// Reports commands that nobody waits for here: how long it took to queue them, without what they
  /// take on the device.
  void queued(List<E> commands) {
    event.end();
    if (event.shouldCommit()) {
      commit(commands, -1);
    }
  }

  private void report(List<E> commands) {
    event.end();
    if (event.shouldCommit()) {
      commit(commands, nanoseconds(commands));
    }
  }

  private void commit(List<E> commands, long deviceTime) {
    event.device = session.facts().device().name();
    event.route = route.toString();
    event.commands = commands.size();
    event.deviceTime = deviceTime;
    event.commit();
  }

  private long nanoseconds(List<E> commands) {
    long sum = 0;
    for (E command : commands) {
      long one = session.nanoseconds(command);
      if (one < 0) {
        return -1;
      }
      sum += one;
    }
    return sum;
  }
}
