package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.OpenClException;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The contract of sessions through every library: devices, events and closing here, memory and
/// kernels in its base classes. A subclass names the library.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
@Timeout(60)
public abstract class ClSessionContract<M, E> extends SessionKernelContract<M, E> {
  @Test
  void factsAreThoseThatWereFound() {
    DeviceInfo facts = session.facts();
    assertThat(facts)
        .usingRecursiveComparison()
        .ignoringFields("clang", "hostAddresses")
        .isEqualTo(device().facts());
    assertThat(facts.device().name()).isNotBlank().isEqualTo(facts.device().name().strip());
    assertThat(facts.version()).startsWith("OpenCL ");
    assertThat(facts.baseAlignment()).isBetween(1L, 1L << 20);
    assertThat(Long.bitCount(facts.baseAlignment())).isEqualTo(1);
    assertThat(facts.maxAllocation()).isBetween(1L << 20, facts.device().memoryBytes());
    assertThat(facts.maxGroup()).isPositive();
    assertThat(facts.device().computeUnits()).isPositive();
  }

  /// See [DeviceInfo#serialLaunches()].
  @Test
  void launchesOvertakeOnlyWhereTheyMay() {
    boolean mustNot = session.facts().serialLaunches();
    assertThat(session.isOutOfOrder() && mustNot).isFalse();
  }

  @Test
  void waitsForWhatItIsTold() {
    assumeTrue(session.isOutOfOrder(), "in order, nothing overtakes a command that waits");
    assumeNo(DriverFault.FLUSH_WAITS);
    M from = upload(bytes(1, 1));
    M to = upload(bytes(0, 0));
    try (Gate<E> gate = gate(session)) {
      E copied = copy(from, 0, to, 0, 2, List.of(gate.event()));
      session.flush();
      finish(session.write(bytes(2, 2), from, 0, List.of()));
      assertThat(download(to, 0, 2)).as("before the gate opens").containsExactly(0, 0);
      gate.open(0);
      finish(copied);
    }
    assertThat(download(to, 0, 2)).containsExactly(2, 2);
    session.free(from);
    session.free(to);
  }

  @Test
  void aChainOfCommandsRunsInItsOrder() {
    long[] expected = LongStream.range(0, 1000).toArray();
    M memory = upload(longs(expected));
    List<E> events = new ArrayList<>();
    try (ClKernel kernel = session.build(AFFINE)) {
      for (int i = 0; i < 100; i++) {
        int offset = i;
        List<E> after = events.isEmpty() ? List.of() : List.of(events.getLast());
        events.add(affine(kernel, memory, memory, 3, offset, after));
        Arrays.setAll(expected, at -> expected[at] * 3 + offset);
      }
      session.await(events.getLast(), "the last");
    }
    assertThat(downloadLongs(memory)).isEqualTo(expected);
    events.forEach(session::release);
    session.free(memory);
  }

  @Test
  void waitsForThousandsAtOnce() {
    M memory = upload(longs(4));
    E written = session.write(longs(5), memory, 0, List.of());
    MemorySegment to = arena.allocate(8, 8);
    finish(session.read(memory, 0, to, Collections.nCopies(10_000, written)));
    assertThat(to.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(5);
    session.release(written);
    session.free(memory);
  }

  @Test
  void aMarkerComesAfterItsEvents() {
    M memory = session.allocate(8);
    MemorySegment to = arena.allocate(8, 8);
    E written = session.write(longs(42), memory, 0, List.of());
    E read = session.read(memory, 0, to, List.of(written));
    finish(session.marker(List.of(written, read)));
    assertThat(to.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
    session.release(written);
    session.release(read);
    session.free(memory);
  }

  @Test
  void aMarkerWithoutEventsComesAfterAll() {
    assumeNo(DriverFault.BARE_MARKERS);
    M memory = upload(longs(LongStream.range(0, 100_000).toArray()));
    MemorySegment to = arena.allocate(800_000, 8);
    E read = session.read(memory, 0, to, List.of());
    finish(session.marker(List.of()));
    assertThat(to.getAtIndex(ValueLayout.JAVA_LONG, 99_999)).isEqualTo(99_999);
    session.release(read);
    session.free(memory);
  }

  @Test
  void aFailedCommandFailsWhoAwaitsIt() {
    try (Gate<E> gate = gate(session)) {
      gate.open(-5);
      assertThatExceptionOfType(OpenClException.class)
          .isThrownBy(() -> session.await(gate.event(), "the gate"))
          .withMessageContainingAll("clWaitForEvents", "CL_OUT_OF_RESOURCES (-5)", "the gate")
          .satisfies(e -> assertThat(e.status()).isEqualTo(-5));
    }
  }

  @Test
  void measuresOrSaysThatItDoesNot() {
    M memory = upload(longs(1));
    E written = session.write(longs(2), memory, 0, List.of());
    session.await(written, "a write");
    assertThat(session.nanoseconds(written)).isBetween(-1L, 60_000_000_000L);
    session.release(written);
    session.free(memory);
  }

  @Test
  void aSessionClosesOnceAndIsNotUsedAfterwards() {
    M memory = session.allocate(8);
    ClKernel kernel = session.build(AFFINE);
    E event = session.marker(List.of());
    session.release(event);
    session.free(memory);
    kernel.close();
    session.close();
    session.close();
    for (ThrowingCallable use : uses(memory, kernel, event)) {
      assertThatIllegalStateException()
          .isThrownBy(use)
          .withMessage("the session is closed; open another one");
    }
    // What the device could do stays known.
    assertThat(session.facts())
        .usingRecursiveComparison()
        .ignoringFields("clang", "hostAddresses")
        .isEqualTo(device().facts());
  }

  private List<ThrowingCallable> uses(M memory, ClKernel kernel, E event) {
    return List.of(
        () -> session.build(AFFINE),
        () -> session.allocate(8),
        () -> session.constant(bytes(1)),
        () -> session.adopt(arena.allocate(8), true),
        () -> session.size(memory),
        () -> session.alignment(memory),
        () -> session.root(memory),
        () -> launch(kernel, affineArguments(null, memory, 1, 0), new Grid(1, 1)),
        () -> copy(memory, 0, memory, 4, 4, List.of()),
        () -> session.write(bytes(1), memory, 0, List.of()),
        () -> session.read(memory, 0, bytes(1), List.of()),
        () -> session.marker(List.of()),
        session::flush,
        session::settle,
        () -> session.await(event, "a marker"),
        () -> session.nanoseconds(event));
  }

  @Test
  void aSessionIsNotClosedUnderTheFeetOfThoseInside() throws Exception {
    var entered = new CountDownLatch(1);
    var leave = new CountDownLatch(1);
    E first = session.marker(List.of());
    // Whoever reads this list is inside the session until it may leave.
    List<E> slow =
        new AbstractList<>() {
          @Override
          public E get(int index) {
            entered.countDown();
            try {
              leave.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
            return first;
          }

          @Override
          public int size() {
            return 1;
          }
        };
    try (var threads = Executors.newSingleThreadExecutor()) {
      Future<E> inside = threads.submit(() -> session.marker(slow));
      entered.await();
      assertThatIllegalStateException()
          .isThrownBy(session::close)
          .withMessage("the session is in use by 1 call; close it when they have returned");
      leave.countDown();
      finish(inside.get());
    }
    session.release(first);
  }
}
