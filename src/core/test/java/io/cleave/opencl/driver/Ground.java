package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.run.UserDevice;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// The ground of work: a device whose calls go through a [Driver], and a context and a queue that
/// the user has, whose own calls do not.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
/// @param device the device
/// @param user the user's context and queue
/// @param idle how many references to the context there are while nobody else uses it
/// @param borrow opens a splitter on them, on a route
/// @param driver what the calls go through
record Ground<M, E>(
    TestSplitters<M, E> device,
    UserDevice<M, E> user,
    long idle,
    Function<Route, QueueSplitter<M, E>> borrow,
    Driver driver) {
  Ground(
      TestSplitters<M, E> device,
      UserDevice<M, E> user,
      Function<Route, QueueSplitter<M, E>> borrow,
      Driver driver) {
    this(device, user, user.contextReferences(), borrow, driver);
  }

  /// The user's context and queue do what they are for, and nobody else holds them.
  void requireTheUsers() {
    byte[] content = {1, 2, 3, 4, 5};
    M from = user.buffer(content);
    M to = user.buffer(new byte[5]);
    E copied = user.copy(from, to, 5, List.of());
    user.await(copied);
    user.release(copied);
    assertThat(user.read(to, 0, 5)).isEqualTo(content);
    user.free(to);
    user.free(from);
    requireInTheEnd("references to the queue", user::queueReferences, 1);
    requireInTheEnd("references to the context", user::contextReferences, idle);
  }

  /// A driver's thread may let go a little later than it tells that a command has ended. One that
  /// is interrupted does not sleep.
  private static void requireInTheEnd(String what, LongSupplier count, long expected) {
    long begun = System.nanoTime();
    while (count.getAsLong() != expected && System.nanoTime() - begun < 2_000_000_000) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(count.getAsLong()).as(what).isEqualTo(expected);
  }
}
