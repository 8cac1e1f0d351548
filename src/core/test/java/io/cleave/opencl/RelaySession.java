package io.cleave.opencl;

import io.cleave.backend.Region;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A session that passes every call on to another; what differs from that is overridden.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
abstract class RelaySession<M, E> implements ClSession<M, E> {
  final ClSession<M, E> session;

  /// @param session the session behind it
  RelaySession(ClSession<M, E> session) {
    this.session = session;
  }

  @Override
  public DeviceInfo facts() {
    return session.facts();
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
    return session.adopt(host, writable);
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
  public boolean isInContext(M memory) {
    return session.isInContext(memory);
  }

  @Override
  public boolean isEventInContext(E event) {
    return session.isEventInContext(event);
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
    return session.publish(adopted, after);
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
  public void settle() {
    session.settle();
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
