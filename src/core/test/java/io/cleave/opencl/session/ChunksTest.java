package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.backend.OpenClException;
import io.cleave.opencl.PlatformUnderTest;
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
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Transfers in several commands, as JOCL makes them of more than 2 GiB: with so few bytes for each
/// that there are many.
@Tag("device")
@Timeout(60)
class ChunksTest {
  private static final int SIZE = 10_000;

  private final JoclApi jocl = new JoclApi();
  private final Arena arena = Arena.ofShared();
  private long most = 1000;
  private boolean exhausted;
  private ClSession<cl_mem, cl_event> session = open();

  /// JOCL, but for the size of its chunks, and for what is to fail.
  @SuppressWarnings("unchecked")
  private ClSession<cl_mem, cl_event> open() {
    var api =
        (ClApi<cl_mem, cl_event>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ClApi.class},
                (_, method, arguments) -> {
                  if (method.getName().equals("mostBytes")) {
                    return most;
                  }
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
    assertThat(session.live()).isZero();
    session.close();
    arena.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 999, 1000, 4999, 5000, SIZE - 1, SIZE, SIZE + 1})
  void chunksAddUpToTheWhole(long chunk) {
    most = chunk;
    // One command a byte would be too many.
    int size = chunk == 1 ? 50 : SIZE;
    MemorySegment from = random(size);
    MemorySegment to = arena.allocate(size + 2L);
    cl_mem device = session.allocate(size + 3L);
    cl_event written = session.write(from, device, 3, List.of());
    MemorySegment middle = to.asSlice(1, size);
    finish(session.read(device, 3, middle, List.of(written)));
    session.release(written);
    assertThat(middle.mismatch(from)).isEqualTo(-1);
    assertThat(to.get(ValueLayout.JAVA_BYTE, 0)).as("guard before").isZero();
    assertThat(to.get(ValueLayout.JAVA_BYTE, size + 1L)).as("guard behind").isZero();
    session.free(device);
  }

  @Test
  void publishesInChunks() {
    most = 999;
    MemorySegment host = arena.allocate(SIZE, 128);
    cl_mem adopted = session.adopt(host, true);
    MemorySegment from = random(SIZE);
    cl_event written = session.write(from, adopted, 0, List.of());
    finish(session.publish(adopted, List.of(written)));
    session.release(written);
    assertThat(host.mismatch(from)).isEqualTo(-1);
    session.free(adopted);
  }

  @Test
  void aChunkThatIsRefusedLeavesNothingRunning() {
    cl_mem tooSmall = session.allocate(2500);
    // Closed right after the failure: a transfer that still ran would crash or read garbage.
    try (Arena brief = Arena.ofShared()) {
      MemorySegment from = brief.allocate(SIZE);
      assertThatExceptionOfType(OpenClException.class)
          .isThrownBy(() -> session.write(from, tooSmall, 0, List.of()))
          .withMessageStartingWith("clEnqueueWriteBuffer failed with CL_INVALID_VALUE (-30)")
          .withMessageContaining("1000 bytes at 2000 of memory of 2500 bytes");
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
    assertThat(huge.byteSize()).isGreaterThan(jocl.mostBytes());
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
