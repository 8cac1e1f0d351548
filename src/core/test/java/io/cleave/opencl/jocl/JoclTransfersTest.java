package io.cleave.opencl.jocl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.backend.OpenClException;
import io.cleave.opencl.jocl.JoclQueue.Command;
import io.cleave.opencl.session.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Transfers in chunks, with chunks small enough to have many.
@Tag("device")
@Timeout(60)
class JoclTransfersTest {
  private static final int SIZE = 10_000;

  private final JoclResources resources = UsersQueue.open();
  private final JoclQueue queue = new JoclQueue(resources);
  private final JoclMemory memory = new JoclMemory(resources, 128);
  private final Arena arena = Arena.ofShared();

  @AfterEach
  void close() {
    resources.close();
    arena.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 999, 1000, 4999, 5000, SIZE - 1, SIZE, SIZE + 1})
  void chunksAddUpToTheWhole(long chunk) {
    // One command a byte would be too many.
    int size = chunk == 1 ? 50 : SIZE;
    var transfers = new JoclTransfers(queue, chunk);
    MemorySegment from = random(size);
    MemorySegment to = arena.allocate(size + 2L);
    cl_mem device = memory.allocate(size + 3L);
    cl_event written = transfers.write(from, device, 3, List.of());
    MemorySegment middle = to.asSlice(1, size);
    finish(transfers.read(device, 3, middle, List.of(written)));
    queue.release(written);
    assertThat(middle.mismatch(from)).isEqualTo(-1);
    assertThat(to.get(ValueLayout.JAVA_BYTE, 0)).as("guard before").isZero();
    assertThat(to.get(ValueLayout.JAVA_BYTE, size + 1L)).as("guard behind").isZero();
    resources.freeBuffer(device);
  }

  @Test
  void publishesInChunks() {
    var transfers = new JoclTransfers(queue, 999);
    MemorySegment host = arena.allocate(SIZE, 128);
    cl_mem adopted = memory.adopt(host, true);
    MemorySegment from = random(SIZE);
    cl_event written = transfers.write(from, adopted, 0, List.of());
    finish(transfers.publish(adopted, SIZE, List.of(written)));
    queue.release(written);
    assertThat(host.mismatch(from)).isEqualTo(-1);
    resources.freeBuffer(adopted);
  }

  @Test
  void aChunkThatIsRefusedLeavesNothingRunning() {
    var transfers = new JoclTransfers(queue, 1000);
    cl_mem tooSmall = memory.allocate(2500);
    // Closed right after the failure: a transfer that still ran would crash or read garbage.
    try (Arena brief = Arena.ofShared()) {
      MemorySegment from = brief.allocate(SIZE);
      assertThatExceptionOfType(OpenClException.class)
          .isThrownBy(() -> transfers.write(from, tooSmall, 0, List.of()))
          .withMessageStartingWith("clEnqueueWriteBuffer failed with CL_INVALID_VALUE (-30)")
          .withMessageContaining("1000 bytes at 2000 of memory of 2500 bytes");
    }
    resources.freeBuffer(tooSmall);
  }

  /// As JOCL does where the thread that is to wait for a transfer does not start.
  @Test
  void aTransferThatIsQueuedAndThenFailsLeavesNothingRunning() {
    cl_mem device = memory.allocate(8);
    MemorySegment from = arena.allocateFrom(ValueLayout.JAVA_LONG, 7);
    cl_event gate = Objects.requireNonNull(CL.clCreateUserEvent(resources.context(), null));
    var opened = new AtomicBoolean();
    Command transfer =
        (q, waits, waitList, event) -> {
          Pointer content = JoclTransfers.pointer(from);
          assertThat(
                  CL.clEnqueueWriteBuffer(q, device, false, 0, 8, content, waits, waitList, event))
              .isZero();
          throw new OutOfMemoryError("unable to create native thread");
        };
    try (var threads = Executors.newScheduledThreadPool(1)) {
      Future<?> later =
          threads.schedule(
              () -> {
                opened.set(true);
                assertThat(CL.clSetUserEventStatus(gate, CL.CL_COMPLETE)).isZero();
              },
              100,
              TimeUnit.MILLISECONDS);
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> queue.enqueue("a write", () -> "7", List.of(gate), transfer))
          .withNoCause();
      assertThat(opened).as("the transfer waits for the gate").isTrue();
      assertThat(later).succeedsWithin(Duration.ofSeconds(10));
    }
    MemorySegment to = arena.allocate(ValueLayout.JAVA_LONG);
    finish(new JoclTransfers(queue, 1000).read(device, 0, to, List.of()));
    assertThat(to.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(7);
    assertThat(CL.clReleaseEvent(gate)).isZero();
    resources.freeBuffer(device);
  }

  @Test
  @SuppressWarnings("restricted")
  void aPointerIsToTheBeginningOfWhatNoBufferHolds() {
    // Reserved by nobody: only the address is looked at.
    MemorySegment huge = MemorySegment.ofAddress(1L << 20).reinterpret(5L << 30);
    assertThat(NativeMemory.requireWritable(huge).byteSize()).isGreaterThan(Integer.MAX_VALUE);
    assertThat(JoclTransfers.pointer(huge)).isNotNull();
  }

  private void finish(cl_event event) {
    queue.await(event, "a write");
    queue.release(event);
  }

  private MemorySegment random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
  }
}
