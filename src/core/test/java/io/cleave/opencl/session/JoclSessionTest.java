package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jocl.CL;
import org.jocl.cl_context;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.Tag;

@Tag("device")
class JoclSessionTest extends ClSessionContract<cl_mem, cl_event> {
  @Override
  protected ClApi<cl_mem, cl_event> binding() {
    return new JoclApi();
  }

  @Override
  protected Gate<cl_event> gate(ClSession<cl_mem, cl_event> session) {
    int[] status = new int[1];
    cl_event event = CL.clCreateUserEvent((cl_context) session.context(), status);
    assertThat(status[0]).isZero();
    return new UserEvent(Objects.requireNonNull(event));
  }

  private record UserEvent(cl_event event) implements Gate<cl_event> {
    @Override
    public void open(int status) {
      assertThat(CL.clSetUserEventStatus(event, status)).isZero();
    }

    @Override
    public void close() {
      assertThat(CL.clReleaseEvent(event)).isZero();
    }
  }
}
