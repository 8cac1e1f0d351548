package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lwjgl.opencl.CL10.CL_EVENT_COMMAND_EXECUTION_STATUS;
import static org.lwjgl.opencl.CL10.CL_MEM_COPY_HOST_PTR;
import static org.lwjgl.opencl.CL10.CL_MEM_REFERENCE_COUNT;
import static org.lwjgl.opencl.CL10.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_REFERENCE_COUNT;

import io.cleave.Route;
import io.cleave.opencl.Region;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.ClApi.Kind;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Events;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// Context, queue and buffers of a program that uses a binding itself, on the platform under test.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public abstract class UserDevice<M, E> implements AutoCloseable {
  private final ClApi<M, E> api;
  private final Object context;
  private final Object queue;

  UserDevice(ClApi<M, E> api, Object context, Object queue) {
    this.api = api;
    this.context = context;
    this.queue = queue;
  }

  /// A new context and a new queue.
  UserDevice(ClApi<M, E> api, boolean outOfOrder) {
    this.api = api;
    Object device = PlatformUnderTest.device(api).handle();
    context = api.clCreateContext(device);
    long properties = outOfOrder ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
    queue = api.clCreateCommandQueue(context, device, properties);
  }

  Object context() {
    return context;
  }

  /// The queue.
  public Object queue() {
    return queue;
  }

  /// A splitter on this queue.
  public final QueueSplitter<M, E> borrow(Route route) {
    return borrow(api, route);
  }

  /// A splitter on this queue, through another copy of the binding.
  public final QueueSplitter<M, E> borrow(ClApi<M, E> copy, Route route) {
    return new QueueSplitter<>(ClSession.borrow(copy, context, queue), route);
  }

  /// A new buffer with this content.
  public final M buffer(byte[] content) {
    try (Arena arena = Arena.ofConfined()) {
      return buffer(arena.allocateFrom(ValueLayout.JAVA_BYTE, content), CL_MEM_COPY_HOST_PTR);
    }
  }

  final M buffer(MemorySegment host, long flags) {
    return api.clCreateBuffer(context, flags, host.byteSize(), host);
  }

  /// A new buffer that begins within another one.
  abstract M subBuffer(M of, long at, long bytes);

  /// The null handle of a buffer.
  abstract M none();

  /// The null handle of an event.
  abstract E noEvent();

  /// Bytes of a buffer, read by a command that waits for no other, unless the queue is in order.
  public final byte[] read(M memory, long at, int bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment to = arena.allocate(bytes);
      List<E> done = new ArrayList<>();
      Events<E> events = new Events<>(List.of(), done);
      api.clEnqueueTransfer(queue, false, new Region<>(memory, at), to, events);
      await(done.getFirst());
      release(done.getFirst());
      return to.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  /// Queues a copy of a whole buffer.
  public final E copy(M from, M to, int bytes, List<E> after) {
    List<E> events = new ArrayList<>();
    api.clEnqueueCopyBuffer(
        queue, Region.of(from), Region.of(to), bytes, new Events<>(after, events));
    return events.getFirst();
  }

  /// A new user event.
  public abstract E gate();

  /// Ends a user event, with 0 or a negative status.
  public abstract void open(E gate, int status);

  /// Submits everything queued to the device.
  public final void flush() {
    api.clFlush(queue);
  }

  /// Waits until the queue is empty.
  public final void finish() {
    api.clFinish(queue);
  }

  /// The status of the command behind an event: 0 if it has completed, positive before, negative if
  /// it failed.
  public final int status(E event) {
    return (int) api.number(Kind.EVENT, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }

  /// Waits for an event, whether or not the command behind it fails.
  public final void await(E event) {
    api.clWaitForEvents(event);
  }

  /// Releases an event.
  public final void release(E event) {
    api.clRelease(Kind.EVENT, event);
  }

  /// Releases a buffer.
  public final void free(M memory) {
    api.clRelease(Kind.MEMORY, memory);
  }

  final long references(M memory) {
    return api.number(Kind.MEMORY, memory, CL_MEM_REFERENCE_COUNT);
  }

  /// Requires that nobody else refers to the queue.
  public final void requireOnlyOwn() {
    // Each event holds its queue, and in PoCL each buffer the last events that used it.
    requireInTheEnd(
        "references to the queue",
        () -> api.number(Kind.QUEUE, queue, CL_QUEUE_REFERENCE_COUNT),
        1);
  }

  /// A driver's thread may release a little later than it reports that a command has ended. A
  /// thread that is interrupted does not sleep.
  static void requireInTheEnd(String what, LongSupplier count, long expected) {
    long begun = System.nanoTime();
    while (count.getAsLong() != expected && System.nanoTime() - begun < 2_000_000_000) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(count.getAsLong()).as(what).isEqualTo(expected);
  }

  @Override
  public final void close() {
    api.clRelease(Kind.QUEUE, queue);
    api.clRelease(Kind.CONTEXT, context);
  }
}
