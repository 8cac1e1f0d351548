package io.cleave.opencl.lwjgl;

import static org.assertj.core.api.Assertions.assertThat;

import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;

/// A user event, as a program makes it that uses LWJGL itself.
public record UserEvent(long handle) implements AutoCloseable {
  public static UserEvent in(long context) {
    int[] status = new int[1];
    var event = new UserEvent(CL11.clCreateUserEvent(context, status));
    assertThat(status).containsExactly(0);
    return event;
  }

  public void end(int status) {
    assertThat(CL11.clSetUserEventStatus(handle, status)).isZero();
  }

  @Override
  public void close() {
    assertThat(CL10.clReleaseEvent(handle)).isZero();
  }
}
