package io.cleave.opencl.jocl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.UserDevice;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.ClApi.Kind;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.JoclApi;
import java.nio.ByteBuffer;
import java.util.List;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_buffer_region;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.jspecify.annotations.Nullable;

/// The device under test as a program sees it that uses JOCL.
public record JoclUserDevice(cl_context context, cl_command_queue queue)
    implements UserDevice<cl_mem, cl_event> {
  /// A context and a queue of its own.
  @SuppressWarnings("deprecation")
  public static JoclUserDevice open(boolean outOfOrder) {
    cl_device_id device = (cl_device_id) PlatformUnderTest.device(new JoclApi()).handle();
    int[] status = new int[1];
    cl_context context =
        made(
            CL.clCreateContext(
                new cl_context_properties(), 1, new cl_device_id[] {device}, null, null, status),
            status);
    long properties = outOfOrder ? CL.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
    cl_command_queue queue =
        made(CL.clCreateCommandQueue(context, device, properties, status), status);
    return new JoclUserDevice(context, queue);
  }

  private static <T> T made(@Nullable T handle, int[] status) {
    assertThat(status).containsExactly(0);
    if (handle == null) {
      throw new AssertionError("no handle, and no error");
    }
    return handle;
  }

  @Override
  public QueueSplitter<cl_mem, cl_event> borrow(ClApi<cl_mem, cl_event> api, Route route) {
    return new QueueSplitter<>(ClSession.borrow(api, context, queue), route);
  }

  @Override
  public ClApi<cl_mem, cl_event> api() {
    return new JoclApi();
  }

  @Override
  public cl_mem buffer(byte[] content) {
    int[] status = new int[1];
    long flags = CL.CL_MEM_READ_WRITE | CL.CL_MEM_COPY_HOST_PTR;
    return made(
        CL.clCreateBuffer(context, flags, content.length, Pointer.to(content), status), status);
  }

  @Override
  public cl_mem subBuffer(cl_mem of, long at, long bytes) {
    int[] status = new int[1];
    cl_buffer_region region = new cl_buffer_region(at, bytes);
    return made(
        CL.clCreateSubBuffer(of, 0, CL.CL_BUFFER_CREATE_TYPE_REGION, region, status), status);
  }

  @Override
  public cl_mem none() {
    return new cl_mem();
  }

  @Override
  public cl_event noEvent() {
    return new cl_event();
  }

  @Override
  public byte[] read(cl_mem memory, long at, int bytes) {
    ByteBuffer to = ByteBuffer.allocateDirect(bytes);
    cl_event done = new cl_event();
    assertThat(
            CL.clEnqueueReadBuffer(
                queue, memory, false, at, bytes, Pointer.toBuffer(to), 0, null, done))
        .isZero();
    await(done);
    release(done);
    byte[] content = new byte[bytes];
    to.get(content);
    return content;
  }

  @Override
  public cl_event copy(cl_mem from, cl_mem to, int bytes, List<cl_event> after) {
    cl_event event = new cl_event();
    cl_event @Nullable [] waits = after.isEmpty() ? null : after.toArray(new cl_event[0]);
    assertThat(CL.clEnqueueCopyBuffer(queue, from, to, 0, 0, bytes, after.size(), waits, event))
        .isZero();
    return event;
  }

  @Override
  public cl_event gate() {
    int[] status = new int[1];
    return made(CL.clCreateUserEvent(context, status), status);
  }

  @Override
  public void open(cl_event gate, int status) {
    assertThat(CL.clSetUserEventStatus(gate, status)).isZero();
  }

  @Override
  public void flush() {
    assertThat(CL.clFlush(queue)).isZero();
  }

  @Override
  public void finish() {
    assertThat(CL.clFinish(queue)).isZero();
  }

  @Override
  public int status(cl_event event) {
    return (int) new JoclApi().number(Kind.EVENT, event, CL.CL_EVENT_COMMAND_EXECUTION_STATUS);
  }

  @Override
  public void await(cl_event event) {
    CL.clWaitForEvents(1, new cl_event[] {event});
  }

  @Override
  public void release(cl_event event) {
    assertThat(CL.clReleaseEvent(event)).isZero();
  }

  @Override
  public void free(cl_mem memory) {
    assertThat(CL.clReleaseMemObject(memory)).isZero();
  }

  @Override
  public long references(cl_mem memory) {
    return new JoclApi().number(Kind.MEMORY, memory, CL.CL_MEM_REFERENCE_COUNT);
  }

  @Override
  public long contextReferences() {
    int[] count = new int[1];
    int question = CL.CL_CONTEXT_REFERENCE_COUNT;
    assertThat(CL.clGetContextInfo(context, question, Integer.BYTES, Pointer.to(count), null))
        .isZero();
    return count[0];
  }

  @Override
  public long queueReferences() {
    return new JoclApi().number(Kind.QUEUE, queue, CL.CL_QUEUE_REFERENCE_COUNT);
  }

  @Override
  public void close() {
    assertThat(CL.clReleaseCommandQueue(queue)).isZero();
    assertThat(CL.clReleaseContext(context)).isZero();
  }
}
