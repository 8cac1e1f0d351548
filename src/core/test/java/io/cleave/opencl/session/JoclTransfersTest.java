package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.OpenClException;
import io.cleave.opencl.run.PlatformUnderTest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_device_id;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Transfers through JOCL that are larger than a buffer of Java, or fail halfway.
@Tag("device")
@Timeout(60)
class JoclTransfersTest {
  private static final int SIZE = 10_000;

  private final JoclApi jocl = new JoclApi();
  private final Arena arena = Arena.ofShared();
  private boolean exhausted;
  private ClSession<cl_mem, cl_event> session = open();

  /// JOCL, but for a write that is to fail.
  @SuppressWarnings("unchecked")
  private ClSession<cl_mem, cl_event> open() {
    var api =
        (ClApi<cl_mem, cl_event>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ClApi.class},
                (_, method, arguments) -> {
                  if (exhausted && method.getName().equals("clEnqueueWriteBuffer")) {
                    return exhausted(arguments);
                  }
                  try {
                    return method.invoke(jocl, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    return ClSession.open(api, PlatformUnderTest.device(jocl));
  }

  /// As JOCL does where the thread that is to wait for a transfer does not start.
  @SuppressWarnings("unchecked")
  private static Object exhausted(Object[] arguments) {
    var queue = (cl_command_queue) arguments[0];
    var to = (cl_mem) arguments[1];
    Pointer content = JoclApi.pointer((MemorySegment) arguments[3]);
    return JoclApi.queued(
        "clEnqueueWriteBuffer",
        (List<cl_event>) arguments[4],
        (waits, list, event) -> {
          assertThat(CL.clEnqueueWriteBuffer(queue, to, false, 0, 8, content, waits, list, event))
              .isZero();
          throw new OutOfMemoryError("unable to create native thread");
        });
  }

  @BeforeEach
  void restore() {
    exhausted = false;
  }

  @AfterEach
  void close() {
    session.close();
    arena.close();
  }

  /// As it is of more than 2 GiB: JOCL looks at the address of its pointer only.
  @Test
  @SuppressWarnings("deprecation")
  void aTransferMayExceedWhatAPointerHolds() {
    MemorySegment from = random(SIZE);
    MemorySegment to = arena.allocate(SIZE);
    cl_mem device = session.allocate(SIZE);
    var of = (cl_device_id) PlatformUnderTest.device(jocl).handle();
    cl_command_queue queue =
        CL.clCreateCommandQueue((cl_context) session.context(), of, 0, (int[]) null);
    Pointer source = JoclApi.pointer(from.asSlice(0, 10));
    Pointer target = JoclApi.pointer(to.asSlice(0, 10));
    assertThat(CL.clEnqueueWriteBuffer(queue, device, true, 0, SIZE, source, 0, null, null))
        .isZero();
    assertThat(CL.clEnqueueReadBuffer(queue, device, true, 0, SIZE, target, 0, null, null))
        .isZero();
    assertThat(to.mismatch(from)).isEqualTo(-1);
    assertThat(CL.clReleaseCommandQueue(queue)).isZero();
    session.free(device);
  }

  @Test
  void aTransferThatIsRefusedLeavesNothingRunning() {
    cl_mem tooSmall = session.allocate(2500);
    // Closed right after the failure: a transfer that still ran would crash or read garbage.
    try (Arena brief = Arena.ofShared()) {
      MemorySegment from = brief.allocate(SIZE);
      assertThatExceptionOfType(OpenClException.class)
          .isThrownBy(() -> session.write(from, tooSmall, 0, List.of()))
          .withMessageStartingWith("clEnqueueWriteBuffer failed with CL_INVALID_VALUE (-30)")
          .withMessageContaining("10000 bytes at 0 ");
    }
    session.free(tooSmall);
  }

  @Test
  void aTransferThatIsQueuedAndThenFailsLeavesNothingRunning() {
    cl_mem device = session.allocate(8);
    MemorySegment from = arena.allocateFrom(ValueLayout.JAVA_LONG, 7);
    cl_event gate =
        Objects.requireNonNull(CL.clCreateUserEvent((cl_context) session.context(), null));
    var opened = new AtomicBoolean();
    try (var threads = Executors.newScheduledThreadPool(1)) {
      Future<?> later =
          threads.schedule(
              () -> {
                opened.set(true);
                assertThat(CL.clSetUserEventStatus(gate, CL.CL_COMPLETE)).isZero();
              },
              100,
              TimeUnit.MILLISECONDS);
      exhausted = true;
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> session.write(from, device, 0, List.of(gate)))
          .withNoCause();
      assertThat(opened).as("the transfer waits for the gate").isTrue();
      assertThat(later).succeedsWithin(Duration.ofSeconds(10));
    }
    MemorySegment to = arena.allocate(ValueLayout.JAVA_LONG);
    finish(session.read(device, 0, to, List.of()));
    assertThat(to.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(7);
    assertThat(CL.clReleaseEvent(gate)).isZero();
    session.free(device);
  }

  @Test
  @SuppressWarnings("restricted")
  void aPointerIsToTheBeginningOfWhatNoBufferHolds() {
    // Reserved by nobody: only the address is looked at.
    MemorySegment huge = MemorySegment.ofAddress(1L << 20).reinterpret(5L << 30);
    assertThat(JoclApi.pointer(huge)).isNotNull();
  }

  private void finish(cl_event event) {
    session.await(event, "a write");
    session.release(event);
  }

  private MemorySegment random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
  }
}
