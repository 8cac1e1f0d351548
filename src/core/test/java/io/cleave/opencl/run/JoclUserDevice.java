package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.session.JoclApi;
import java.util.Objects;
import org.jocl.CL;
import org.jocl.cl_buffer_region;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_event;
import org.jocl.cl_mem;

/// A program that uses JOCL.
public final class JoclUserDevice extends UserDevice<cl_mem, cl_event> {
  /// @param context an existing context, without a queue
  public JoclUserDevice(cl_context context) {
    super(new JoclApi(), context, new cl_command_queue());
  }

  /// A new context and a new queue.
  public JoclUserDevice(boolean outOfOrder) {
    super(new JoclApi(), outOfOrder);
  }

  @Override
  public cl_context context() {
    return (cl_context) super.context();
  }

  @Override
  public cl_command_queue queue() {
    return (cl_command_queue) super.queue();
  }

  @Override
  cl_mem subBuffer(cl_mem of, long at, long bytes) {
    cl_buffer_region region = new cl_buffer_region(at, bytes);
    return Objects.requireNonNull(
        CL.clCreateSubBuffer(of, 0, CL.CL_BUFFER_CREATE_TYPE_REGION, region, null));
  }

  @Override
  cl_mem none() {
    return new cl_mem();
  }

  @Override
  cl_event noEvent() {
    return new cl_event();
  }

  @Override
  public cl_event gate() {
    return Objects.requireNonNull(CL.clCreateUserEvent(context(), null));
  }

  @Override
  public void open(cl_event gate, int status) {
    assertThat(CL.clSetUserEventStatus(gate, status)).isZero();
  }
}
