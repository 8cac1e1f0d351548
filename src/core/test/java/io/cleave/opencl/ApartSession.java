package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.session.ClSession;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A session on a device that shares memory with the host and does not admit it, and perhaps claims
/// to be what it is not: then it gets the kernels that such devices get.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class ApartSession<M, E> extends RelaySession<M, E> {
  private final Device.Kind kind;

  /// @param kind what the device claims to be
  ApartSession(ClSession<M, E> session, Device.Kind kind) {
    super(session);
    this.kind = kind;
  }

  @Override
  public DeviceInfo facts() {
    DeviceInfo facts = session.facts();
    Device device = facts.device();
    boolean clang = kind == Device.Kind.CPU && facts.clang();
    return new DeviceInfo(
        new Device(
            kind, device.platform(), device.name(), device.computeUnits(), device.memoryBytes()),
        facts.version(),
        facts.baseAlignment(),
        facts.maxAllocation(),
        facts.localMemory(),
        facts.maxGroup(),
        false,
        facts.exactFloats(),
        clang,
        false);
  }

  @Override
  public M adopt(MemorySegment host, boolean writable) {
    throw new AssertionError("the device has memory of its own");
  }

  @Override
  public E publish(M adopted, List<? extends E> after) {
    throw new AssertionError("nothing is adopted here");
  }
}
