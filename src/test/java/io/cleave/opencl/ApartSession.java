package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.Region;
import io.cleave.opencl.route.job.Abilities;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.route.launch.Grid;
import io.cleave.opencl.route.launch.KernelVariant;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A session on a device that shares memory with the host and does not admit it, and perhaps claims
/// to be what it is not: then it gets the kernels that such devices get.
///
/// @param session the session behind it
/// @param kind what the device claims to be
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
record ApartSession<M, E>(ClSession<M, E> session, Device.Kind kind) implements ClSession<M, E> {
  @Override
  public DeviceFacts facts() {
    DeviceFacts facts = session.facts();
    Device device = facts.device();
    boolean clang = kind == Device.Kind.CPU && facts.abilities().clang();
    return new DeviceFacts(
        new Device(
            kind, device.platform(), device.name(), device.computeUnits(), device.memoryBytes()),
        facts.version(),
        facts.baseAlignment(),
        facts.maxAllocation(),
        facts.localMemory(),
        facts.maxGroup(),
        false,
        facts.littleEndian(),
        facts.exactFloats(),
        new Abilities(clang, false));
  }

  @Override
  public boolean isOutOfOrder() {
    return session.isOutOfOrder();
  }

  @Override
  public ClKernel build(KernelVariant variant) {
    return session.build(variant);
  }

  @Override
  public M allocate(long bytes) {
    return session.allocate(bytes);
  }

  @Override
  public M constant(MemorySegment content) {
    return session.constant(content);
  }

  @Override
  public M adopt(MemorySegment host, boolean writable) {
    throw new AssertionError("the device has memory of its own");
  }

  @Override
  public M slice(M memory, long offset, long bytes) {
    return session.slice(memory, offset, bytes);
  }

  @Override
  public boolean isNull(M memory) {
    return session.isNull(memory);
  }

  @Override
  public long size(M memory) {
    return session.size(memory);
  }

  @Override
  public long alignment(M memory) {
    return session.alignment(memory);
  }

  @Override
  public Region<M> root(M memory) {
    return session.root(memory);
  }

  @Override
  public void free(M memory) {
    session.free(memory);
  }

  @Override
  public E launch(
      ClKernel kernel, List<Argument<M>> arguments, Grid grid, List<? extends E> after) {
    return session.launch(kernel, arguments, grid, after);
  }

  @Override
  public E copy(M from, long fromAt, M to, long toAt, long bytes, List<? extends E> after) {
    return session.copy(from, fromAt, to, toAt, bytes, after);
  }

  @Override
  public E write(MemorySegment from, M to, long toAt, List<? extends E> after) {
    return session.write(from, to, toAt, after);
  }

  @Override
  public E read(M from, long fromAt, MemorySegment to, List<? extends E> after) {
    return session.read(from, fromAt, to, after);
  }

  @Override
  public E publish(M adopted, List<? extends E> after) {
    throw new AssertionError("nothing is adopted here");
  }

  @Override
  public E marker(List<? extends E> after) {
    return session.marker(after);
  }

  @Override
  public void flush() {
    session.flush();
  }

  @Override
  public void await(E event, String what) {
    session.await(event, what);
  }

  @Override
  public long nanoseconds(E event) {
    return session.nanoseconds(event);
  }

  @Override
  public void release(E event) {
    session.release(event);
  }

  @Override
  public void close() {
    session.close();
  }
}
