package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.session.LwjglApi;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.lwjgl.opencl.CL11;

/// A program that uses LWJGL.
public final class LwjglUserDevice extends UserDevice<Long, Long> {
  /// @param context an existing context, without a queue
  public LwjglUserDevice(long context) {
    super(new LwjglApi(), context, 0L);
  }

  /// A new context and a new queue.
  public LwjglUserDevice(boolean outOfOrder) {
    super(new LwjglApi(), outOfOrder);
  }

  @Override
  public Long context() {
    return (long) super.context();
  }

  @Override
  public Long queue() {
    return (long) super.queue();
  }

  @Override
  Long subBuffer(Long of, long at, long bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment region = arena.allocateFrom(ValueLayout.JAVA_LONG, at, bytes);
      long made =
          CL11.nclCreateSubBuffer(of, 0, CL11.CL_BUFFER_CREATE_TYPE_REGION, region.address(), 0);
      assertThat(made).isNotZero();
      return made;
    }
  }

  @Override
  Long none() {
    return 0L;
  }

  @Override
  Long noEvent() {
    return 0L;
  }

  @Override
  public Long gate() {
    int[] status = new int[1];
    long event = CL11.clCreateUserEvent(context(), status);
    assertThat(status).containsExactly(0);
    return event;
  }

  @Override
  public void open(Long gate, int status) {
    assertThat(CL11.clSetUserEventStatus(gate, status)).isZero();
  }
}
