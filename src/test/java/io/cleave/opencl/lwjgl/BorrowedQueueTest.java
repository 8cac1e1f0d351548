package io.cleave.opencl.lwjgl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.lwjgl.opencl.CL10.CL_CONTEXT_REFERENCE_COUNT;
import static org.lwjgl.opencl.CL10.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_PROFILING_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_REFERENCE_COUNT;

import io.cleave.opencl.PlatformUnderTest;
import io.cleave.opencl.session.FoundDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lwjgl.opencl.CL10;

/// A session on the context and the queue of a program that uses LWJGL itself.
@Tag("device")
@Timeout(60)
class BorrowedQueueTest {
  private long device;
  private long context;
  private long queue;

  @BeforeEach
  void makeContext() {
    FoundDevice found = PlatformUnderTest.device(new LwjglBinding());
    var loader = new LwjglLoader();
    long platform = loader.platforms().get(found.platformIndex());
    device = loader.devices(platform).get(found.deviceIndex());
    context = newContext();
    queue = newQueue(0);
  }

  @AfterEach
  void releaseContext() {
    if (context != 0) {
      assertThat(CL10.clReleaseCommandQueue(queue)).isZero();
      assertThat(CL10.clReleaseContext(context)).isZero();
    }
  }

  private long newContext() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment devices = arena.allocateFrom(ValueLayout.JAVA_LONG, device);
      return Check.created(
          "clCreateContext",
          status -> CL10.nclCreateContext(0, 1, devices.address(), 0, 0, status),
          () -> "for a test");
    }
  }

  private long newQueue(long properties) {
    int[] status = new int[1];
    long made = CL10.clCreateCommandQueue(context, device, properties, status);
    assertThat(status).containsExactly(0);
    return made;
  }

  private int contextReferences() {
    int[] count = new int[1];
    assertThat(CL10.clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, count, null)).isZero();
    return count[0];
  }

  private long queueReferences() {
    return Inquiry.ofQueue(queue).number(CL_QUEUE_REFERENCE_COUNT);
  }

  @Test
  void holdsBothUntilItIsClosed() {
    int contexts = contextReferences();
    long queues = queueReferences();
    LwjglSession session = LwjglSession.borrow(context, queue);
    assertThat(contextReferences()).isGreaterThan(contexts);
    assertThat(queueReferences()).isEqualTo(queues + 1);
    session.close();
    session.close();
    assertThat(contextReferences()).isEqualTo(contexts);
    assertThat(queueReferences()).isEqualTo(queues);
  }

  @Test
  void seesWhatTheQueueCanDo() {
    try (LwjglSession session = LwjglSession.borrow(context, queue)) {
      assertThat(session.facts())
          .usingRecursiveComparison()
          .ignoringFields("abilities")
          .isEqualTo(PlatformUnderTest.device(new LwjglBinding()).facts());
      assertThat(session.isOutOfOrder()).isFalse();
      long event = session.marker(List.of());
      session.await(event);
      assertThat(session.nanoseconds(event)).isEqualTo(-1);
      session.release(event);
    }
    long other = newQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    try (LwjglSession session = LwjglSession.borrow(context, other)) {
      assertThat(session.isOutOfOrder()).isTrue();
    }
    assertThat(CL10.clReleaseCommandQueue(other)).isZero();
  }

  @Test
  void closingWaitsForNothing() {
    try (Arena arena = Arena.ofShared();
        UserEvent gate = UserEvent.in(context)) {
      MemorySegment to = arena.allocate(4);
      LwjglSession session = LwjglSession.borrow(context, queue);
      long memory = session.allocate(4);
      long written =
          session.write(
              arena.allocateFrom(ValueLayout.JAVA_INT, 42), memory, 0, List.of(gate.handle()));
      long read = session.read(memory, 0, to, List.of(written));
      session.free(memory);
      session.close();
      assertThat(to.get(ValueLayout.JAVA_INT, 0)).isZero();
      gate.end(0);
      assertThat(CL10.clFinish(queue)).isZero();
      assertThat(to.get(ValueLayout.JAVA_INT, 0)).isEqualTo(42);
      // An event that the session returned is its receiver's.
      assertThat(CL10.clReleaseEvent(read)).isZero();
      assertThat(CL10.clReleaseEvent(written)).isZero();
    }
  }

  @Test
  void theQueueIsOneOfTheContext() {
    long stranger = newContext();
    int references = contextReferences();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LwjglSession.borrow(stranger, queue))
        .withMessage(
            "the queue belongs to context 0x%X, not to 0x%X; give the context it was made in",
            context, stranger);
    assertThat(contextReferences()).isEqualTo(references);
    assertThat(CL10.clReleaseContext(stranger)).isZero();
  }

  @Test
  void nullHandlesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LwjglSession.borrow(0, queue))
        .withMessage("the context is null; give a live one");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LwjglSession.borrow(context, 0))
        .withMessage("the queue is null; give a live one");
  }
}
