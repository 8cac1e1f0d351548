package io.cleave.opencl;

import io.cleave.backend.RouteName;
import java.util.List;

/// What one split takes on a device, reported to Java Flight Recorder. Begins when it is made.
///
/// @param <E> the binding's event handle
final class DeviceTime<E> {
  private final ClSession<?, E> session;
  private final RouteName route;
  private final DeviceSplitEvent event = new DeviceSplitEvent();

  DeviceTime(ClSession<?, E> session, RouteName route) {
    this.session = session;
    this.route = route;
    event.begin();
  }

  /// Waits for all events and gives them back.
  ///
  /// @param commands the events of the route's commands, among them
  /// @param all every event of the split
  void finish(List<E> commands, List<E> all) {
    Failures failures = new Failures();
    failures.attempt(
        () -> {
          Events.await(session, all);
          report(commands);
        });
    failures.attempt(() -> Events.release(session, all));
    failures.throwFirst();
  }

  private void report(List<E> commands) {
    event.end();
    if (event.shouldCommit()) {
      event.device = session.facts().device().name();
      event.route = route.toString();
      event.commands = commands.size();
      event.deviceTime = nanoseconds(commands);
      event.commit();
    }
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
