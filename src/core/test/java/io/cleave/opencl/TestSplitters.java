package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.Residence;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.fake.FakeBinding;
import io.cleave.opencl.session.ClBinding;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.FoundDevice;
import org.jspecify.annotations.Nullable;

/// Opens splitters in ways that only tests need.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class TestSplitters<M, E> implements AutoCloseable {
  private final ClBinding<M, E> binding;
  private final FoundDevice device;
  private @Nullable SharedSession<M, E> shared;

  /// Splitters on the platform under test, each on a session of its own.
  public TestSplitters(ClBinding<M, E> binding) {
    this(binding, PlatformUnderTest.device(binding));
  }

  /// @param binding what the device is reached through
  /// @param device what splits
  public TestSplitters(ClBinding<M, E> binding, FoundDevice device) {
    this.binding = binding;
    this.device = device;
  }

  /// Splitters on a device in memory.
  ///
  /// @param sharesMemory whether the device admits that its memory is the host's
  public static TestSplitters<?, ?> onAFake(boolean sharesMemory) {
    FakeBinding binding = new FakeBinding(sharesMemory);
    return new TestSplitters<>(binding, binding.discover().devices().getFirst());
  }

  /// From now on, and until [#close()], one session is that of all splitters.
  public TestSplitters<M, E> share() {
    shared = new SharedSession<>(binding.open(device));
    return this;
  }

  /// Splitters on the same device, each on a session of its own.
  TestSplitters<M, E> apart() {
    return new TestSplitters<>(binding, device);
  }

  /// What splits.
  public FoundDevice device() {
    return device;
  }

  /// A session on the device: a new one, or the one that is shared.
  public ClSession<M, E> session() {
    return shared == null ? binding.open(device) : shared;
  }

  /// In place, as much at once as the device can.
  public Splitter inPlace(RouteName route) {
    return new OpenClSplitter<>(session(), CpuSplitter.open(1), route);
  }

  /// In place, a few bytes at once.
  public Splitter inPlace(RouteName route, long slabBytes) {
    return on(session(), route, slabBytes);
  }

  /// As if the device had memory of its own, a few bytes at once.
  public Splitter thereAndBack(RouteName route, long slabBytes) {
    return apart(device.facts().device().kind(), route, slabBytes);
  }

  /// With the kernels that a graphics processor gets, and memory of its own.
  public Splitter asOnAGpu(RouteName route) {
    return apart(Device.Kind.GPU, route, 1 << 28);
  }

  private Splitter apart(Device.Kind kind, RouteName route, long slabBytes) {
    return on(new ApartSession<>(session(), kind), route, slabBytes);
  }

  /// A residence whose buffers have a few bytes at most.
  public Residence residence(RouteName route, long largest) {
    return residenceOn(binding.open(device), route, largest);
  }

  /// On a session that somebody else opened, a few bytes at once.
  public static <M, E> OpenClSplitter<M, E> on(
      ClSession<M, E> session, RouteName route, long slabBytes) {
    return new OpenClSplitter<>(session, CpuSplitter.open(1), route, slabBytes);
  }

  /// A residence on such a session, whose buffers have a few bytes at most.
  public static <M, E> OpenClResidence<M, E> residenceOn(
      ClSession<M, E> session, RouteName route, long largest) {
    return new OpenClResidence<>(session, route, largest);
  }

  @Override
  public void close() {
    if (shared != null) {
      shared.end();
    }
  }
}
