package io.cleave.opencl.run;

import io.cleave.Route;
import io.cleave.opencl.driver.DeviceAnswers;
import io.cleave.opencl.driver.Driver;
import io.cleave.opencl.driver.Interposed;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.FoundDevice;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.spi.Residence;

/// Opens splitters on a device that is made to look like others; the host does nothing that the
/// device can do. Its calls go through a [Driver].
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class TestSplitters<M, E> {
  private final ClApi<M, E> binding;
  private final FoundDevice device;

  /// Splitters on the platform under test, each on a session of its own.
  public TestSplitters(ClApi<M, E> binding) {
    this(binding, PlatformUnderTest.device(binding));
  }

  /// The same through a binding of this name.
  public static TestSplitters<?, ?> through(Binding binding) {
    return binding == Binding.JOCL
        ? new TestSplitters<>(new JoclApi())
        : new TestSplitters<>(new LwjglApi());
  }

  /// @param binding what the device is reached through
  /// @param device what splits
  public TestSplitters(ClApi<M, E> binding, FoundDevice device) {
    this.binding = Interposed.binding(binding);
    this.device = device;
  }

  /// What splits.
  public FoundDevice device() {
    return device;
  }

  /// What its calls go through.
  public Driver driver() {
    return Interposed.driver(binding);
  }

  /// A session on the device.
  public ClSession<M, E> session() {
    return ClSession.open(binding, device);
  }

  private ClSession<M, E> session(DeviceAnswers answers) {
    DeviceAnswers before = driver().answer(DeviceAnswers.TRUE);
    driver().answer(answers.on(before));
    try {
      return ClSession.open(binding, device);
    } finally {
      driver().answer(before);
    }
  }

  /// A splitter on a user's queue, whose calls go through the driver.
  public QueueSplitter<M, E> borrow(UserDevice<M, E> user, Route route) {
    return user.borrow(binding, route);
  }

  /// As the device is.
  public OpenClSplitter<M, E> inPlace(Route route) {
    return open(DeviceAnswers.TRUE, route);
  }

  /// A few bytes at once.
  public OpenClSplitter<M, E> inPlace(Route route, long slabBytes) {
    return open(atOnce(DeviceAnswers.TRUE, slabBytes), route);
  }

  /// With the kernels that a graphics processor gets, and memory of its own.
  public OpenClSplitter<M, E> asOnAGpu(Route route) {
    return asOnAGpu(route, 1 << 28);
  }

  /// The same, a few bytes at once.
  public OpenClSplitter<M, E> asOnAGpu(Route route, long slabBytes) {
    return open(atOnce(DeviceAnswers.TRUE.asAGpu(), slabBytes), route);
  }

  /// A slab has at most three quarters of the largest buffer.
  public static DeviceAnswers atOnce(DeviceAnswers device, long slabBytes) {
    return device.withLargestBuffer(Math.ceilDiv(4 * slabBytes, 3));
  }

  /// On a device that claims to be another one.
  public OpenClSplitter<M, E> open(DeviceAnswers answers, Route route) {
    ClSession<M, E> session = session(answers);
    return new OpenClSplitter<>(session, new LastResort(session.info()), route);
  }

  /// A residence whose buffers have a few bytes at most.
  public Residence residence(Route route, long largest) {
    return new OpenClResidence<>(session(DeviceAnswers.TRUE.withLargestBuffer(largest)), route);
  }
}
