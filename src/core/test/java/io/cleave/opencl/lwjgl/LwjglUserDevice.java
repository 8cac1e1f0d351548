package io.cleave.opencl.lwjgl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lwjgl.opencl.CL10.CL_CONTEXT_REFERENCE_COUNT;
import static org.lwjgl.opencl.CL10.CL_EVENT_COMMAND_EXECUTION_STATUS;
import static org.lwjgl.opencl.CL10.CL_MEM_COPY_HOST_PTR;
import static org.lwjgl.opencl.CL10.CL_MEM_READ_WRITE;
import static org.lwjgl.opencl.CL10.CL_MEM_REFERENCE_COUNT;
import static org.lwjgl.opencl.CL10.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_REFERENCE_COUNT;
import static org.lwjgl.opencl.CL11.CL_BUFFER_CREATE_TYPE_REGION;

import io.cleave.Route;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.UserDevice;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.ClApi.Kind;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.LwjglApi;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;

/// The device under test as a program sees it that uses LWJGL.
public record LwjglUserDevice(long context, long queue) implements UserDevice<Long, Long> {
  /// A context and a queue of its own.
  public static LwjglUserDevice open(boolean outOfOrder) {
    long device = (long) PlatformUnderTest.device(new LwjglApi()).handle();
    int[] status = new int[1];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment devices = arena.allocateFrom(ValueLayout.JAVA_LONG, device);
      MemorySegment result = arena.allocate(ValueLayout.JAVA_INT);
      long context = CL10.nclCreateContext(0, 1, devices.address(), 0, 0, result.address());
      assertThat(result.get(ValueLayout.JAVA_INT, 0)).isZero();
      long properties = outOfOrder ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
      long queue = CL10.clCreateCommandQueue(context, device, properties, status);
      assertThat(status).containsExactly(0);
      return new LwjglUserDevice(context, queue);
    }
  }

  @Override
  public QueueSplitter<Long, Long> borrow(ClApi<Long, Long> api, Route route) {
    return new QueueSplitter<>(ClSession.borrow(api, context, queue), route);
  }

  @Override
  public ClApi<Long, Long> api() {
    return new LwjglApi();
  }

  @Override
  public Long buffer(byte[] content) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
      MemorySegment status = arena.allocate(ValueLayout.JAVA_INT);
      long flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
      long made =
          CL10.nclCreateBuffer(context, flags, content.length, bytes.address(), status.address());
      assertThat(status.get(ValueLayout.JAVA_INT, 0)).isZero();
      return made;
    }
  }

  @Override
  public Long subBuffer(Long of, long at, long bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment region = arena.allocateFrom(ValueLayout.JAVA_LONG, at, bytes);
      MemorySegment status = arena.allocate(ValueLayout.JAVA_INT);
      long made =
          CL11.nclCreateSubBuffer(
              of, 0, CL_BUFFER_CREATE_TYPE_REGION, region.address(), status.address());
      assertThat(status.get(ValueLayout.JAVA_INT, 0)).isZero();
      return made;
    }
  }

  @Override
  public Long none() {
    return 0L;
  }

  @Override
  public Long noEvent() {
    return 0L;
  }

  @Override
  public byte[] read(Long memory, long at, int bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment to = arena.allocate(bytes);
      MemorySegment event = arena.allocate(ValueLayout.JAVA_LONG);
      assertThat(
              CL10.nclEnqueueReadBuffer(
                  queue, memory, CL10.CL_FALSE, at, bytes, to.address(), 0, 0, event.address()))
          .isZero();
      Long done = event.get(ValueLayout.JAVA_LONG, 0);
      await(done);
      release(done);
      return to.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  @Override
  public Long copy(Long from, Long to, int bytes, List<Long> after) {
    try (Arena arena = Arena.ofConfined()) {
      long[] handles = after.stream().mapToLong(handle -> handle).toArray();
      long waits = arena.allocateFrom(ValueLayout.JAVA_LONG, handles).address();
      MemorySegment event = arena.allocate(ValueLayout.JAVA_LONG);
      long list = after.isEmpty() ? 0 : waits;
      assertThat(
              CL10.nclEnqueueCopyBuffer(
                  queue, from, to, 0, 0, bytes, after.size(), list, event.address()))
          .isZero();
      return event.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  @Override
  public Long gate() {
    return UserEvent.in(context).handle();
  }

  @Override
  public void open(Long gate, int status) {
    new UserEvent(gate).end(status);
  }

  @Override
  public void flush() {
    assertThat(CL10.clFlush(queue)).isZero();
  }

  @Override
  public void finish() {
    assertThat(CL10.clFinish(queue)).isZero();
  }

  @Override
  public int status(Long event) {
    return (int) new LwjglApi().number(Kind.EVENT, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }

  @Override
  public void await(Long event) {
    CL10.clWaitForEvents(event);
  }

  @Override
  public void release(Long event) {
    assertThat(CL10.clReleaseEvent(event)).isZero();
  }

  @Override
  public void free(Long memory) {
    assertThat(CL10.clReleaseMemObject(memory)).isZero();
  }

  @Override
  public long references(Long memory) {
    return new LwjglApi().number(Kind.MEMORY, memory, CL_MEM_REFERENCE_COUNT);
  }

  @Override
  public long contextReferences() {
    int[] count = new int[1];
    assertThat(CL10.clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, count, null)).isZero();
    return count[0];
  }

  @Override
  public long queueReferences() {
    return new LwjglApi().number(Kind.QUEUE, queue, CL_QUEUE_REFERENCE_COUNT);
  }

  @Override
  public void close() {
    assertThat(CL10.clReleaseCommandQueue(queue)).isZero();
    assertThat(CL10.clReleaseContext(context)).isZero();
  }
}
