package io.cleave.opencl.jocl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.opencl.PlatformUnderTest;
import io.cleave.opencl.route.launch.Grid;
import io.cleave.opencl.route.launch.KernelVariant;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A session on the user's own queue leaves everything of the user's as it was.
@Tag("device")
@Timeout(60)
class JoclBorrowTest {
  private final JoclResources users = UsersQueue.open();

  @AfterEach
  void close() {
    users.close();
  }

  @Test
  void holdsContextAndQueueWhileItIsOpen() {
    long contexts = references(context());
    long queues = references(queue());
    try (JoclSession session = JoclSession.borrow(context(), queue())) {
      assertThat(session.facts())
          .usingRecursiveComparison()
          .ignoringFields("abilities")
          .isEqualTo(PlatformUnderTest.device(new JoclBinding()).facts());
      assertThat(references(context())).isGreaterThan(contexts);
      assertThat(references(queue())).isGreaterThan(queues);
    }
    assertThat(references(context())).isEqualTo(contexts);
    assertThat(references(queue())).isEqualTo(queues);
  }

  @Test
  void knowsWhatTheQueueIs() {
    cl_command_queue outOfOrder = queue(CL.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    try (JoclSession session = JoclSession.borrow(context(), outOfOrder)) {
      assertThat(session.isOutOfOrder()).isTrue();
    }
    assertThat(CL.clReleaseCommandQueue(outOfOrder)).isZero();
    cl_command_queue inOrder = queue(0);
    try (Arena arena = Arena.ofShared();
        JoclSession session = JoclSession.borrow(context(), inOrder)) {
      assertThat(session.isOutOfOrder()).isFalse();
      cl_mem memory = session.allocate(8);
      MemorySegment seven = arena.allocateFrom(ValueLayout.JAVA_LONG, 7);
      cl_event written = session.write(seven, memory, 0, List.of());
      session.await(written);
      assertThat(session.nanoseconds(written)).as("it does not measure").isEqualTo(-1);
      session.release(written);
      session.free(memory);
    }
    assertThat(CL.clReleaseCommandQueue(inOrder)).isZero();
  }

  @Test
  void mixesMemoryAndEventsOfTheUsers() {
    cl_mem theirs = buffer();
    try (Arena arena = Arena.ofShared();
        JoclSession session = JoclSession.borrow(context(), queue())) {
      MemorySegment seven = arena.allocateFrom(ValueLayout.JAVA_LONG, 7);
      MemorySegment result = arena.allocate(ValueLayout.JAVA_LONG);
      cl_event gate = gate();
      cl_event written = session.write(seven, theirs, 0, List.of(gate));
      cl_event read = session.read(theirs, 0, result, List.of(written));
      session.flush();
      assertThat(CL.clSetUserEventStatus(gate, CL.CL_COMPLETE)).isZero();
      assertThat(CL.clWaitForEvents(1, new cl_event[] {read})).isZero();
      assertThat(result.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(7);
      for (cl_event event : List.of(gate, written, read)) {
        assertThat(CL.clReleaseEvent(event)).isZero();
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> session.free(theirs))
          .withMessageContaining("not the session's");
    }
    assertThat(references(theirs)).isEqualTo(1);
    assertThat(CL.clReleaseMemObject(theirs)).isZero();
  }

  @Test
  void closingWaitsForNothing() {
    cl_event gate = gate();
    cl_event after;
    try (JoclSession session = JoclSession.borrow(context(), queue())) {
      after = session.marker(List.of(gate));
      session.flush();
    }
    assertThat(CL.clSetUserEventStatus(gate, CL.CL_COMPLETE)).isZero();
    assertThat(CL.clWaitForEvents(1, new cl_event[] {after})).isZero();
    assertThat(CL.clReleaseEvent(gate)).isZero();
    assertThat(CL.clReleaseEvent(after)).isZero();
  }

  @Test
  void contextAndQueueBelongTogether() {
    JoclResources others = UsersQueue.open();
    try {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JoclSession.borrow(others.context(), queue()))
          .withMessageContainingAll("the queue belongs to context 0x", "made in");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JoclSession.borrow(new cl_context(), queue()))
          .withMessage("the context is null; give a live one");
    } finally {
      others.close();
    }
  }

  @Test
  void aKernelStaysWithItsSession() {
    var variant = KernelVariant.of("copy_rows", Map.of());
    var grid = new Grid(1, 1, 1, 1);
    try (JoclSession one = JoclSession.borrow(context(), queue());
        JoclSession other = JoclSession.borrow(context(), queue());
        var kernel = one.build(variant)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> other.launch(kernel, List.of(), grid, List.of()))
          .withMessage("copy_rows was built by another session; build it with this one");
    }
  }

  private cl_context context() {
    return users.context();
  }

  private cl_command_queue queue() {
    return users.queue();
  }

  private cl_mem buffer() {
    return Objects.requireNonNull(
        CL.clCreateBuffer(context(), CL.CL_MEM_READ_WRITE, 8, null, null));
  }

  private cl_event gate() {
    return Objects.requireNonNull(CL.clCreateUserEvent(context(), null));
  }

  @SuppressWarnings("deprecation")
  private cl_command_queue queue(long properties) {
    return Objects.requireNonNull(
        CL.clCreateCommandQueue(context(), users.device(), properties, null));
  }

  private static long references(cl_mem memory) {
    return JoclInfo.of(memory).number(CL.CL_MEM_REFERENCE_COUNT);
  }

  private static long references(cl_command_queue queue) {
    return JoclInfo.of(queue).number(CL.CL_QUEUE_REFERENCE_COUNT);
  }

  private static long references(cl_context context) {
    int[] count = new int[1];
    int question = CL.CL_CONTEXT_REFERENCE_COUNT;
    assertThat(CL.clGetContextInfo(context, question, Integer.BYTES, Pointer.to(count), null))
        .isZero();
    return count[0];
  }
}
