package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.cleave.OpenClException;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.run.PlatformUnderTest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// Opens a session for each test, through the library that a subclass names.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
abstract class SessionFixture<M, E> {
  /// A command that ends when a test says so: a user event, which belongs to the test.
  ///
  /// @param <E> the binding's event handle
  protected interface Gate<E> extends AutoCloseable {
    /// The event that commands wait for.
    E event();

    /// Ends it, with 0 or a negative status.
    void open(int status);

    @Override
    void close();
  }

  /// Known violations of the standard by drivers.
  protected enum DriverFault {
    /// Flushing waits for all commands, also for those that could not begin yet: Oclgrind 21.10.
    FLUSH_WAITS,
    /// Two threads that wait in one context crash the process: Oclgrind 21.10.
    ONE_THREAD,
    /// A marker without events comes at once when the queue is out of order: Oclgrind 21.10.
    BARE_MARKERS,
    /// Memory may be larger than the device's largest allocation: Oclgrind 21.10.
    OVERSIZED_MEMORY
  }

  static final KernelVariant AFFINE = new KernelVariant("affine", List.of(), Map.of());

  ClSession<M, E> session;
  Arena arena;

  /// The adapter.
  protected abstract ClApi<M, E> binding();

  /// The known faults of its driver.
  protected Set<DriverFault> faults() {
    return Set.of();
  }

  /// A new user event in the session's context.
  protected abstract Gate<E> gate(ClSession<M, E> session);

  /// Skips what the driver is known not to keep.
  final void assumeNo(DriverFault fault) {
    assumeFalse(faults().contains(fault), () -> "the driver is known for " + fault);
  }

  @BeforeEach
  void open() {
    arena = Arena.ofShared();
    session = ClSession.open(binding(), device());
  }

  @AfterEach
  void close() {
    if (session != null) {
      session.close();
    }
    arena.close();
  }

  final FoundDevice device() {
    return PlatformUnderTest.device(binding());
  }

  /// Native memory with these bytes.
  final MemorySegment bytes(int... values) {
    MemorySegment segment = arena.allocate(values.length);
    for (int i = 0; i < values.length; i++) {
      segment.set(ValueLayout.JAVA_BYTE, i, (byte) values[i]);
    }
    return segment;
  }

  /// Native memory with these words.
  final MemorySegment longs(long... values) {
    return arena.allocateFrom(ValueLayout.JAVA_LONG, values);
  }

  /// New device memory that holds what the segment holds.
  final M upload(MemorySegment content) {
    M memory = session.allocate(content.byteSize());
    finish(session.write(content, memory, 0, List.of()));
    return memory;
  }

  final byte[] download(M memory, long at, long size) {
    MemorySegment target = arena.allocate(size);
    finish(session.read(memory, at, target, List.of()));
    return target.toArray(ValueLayout.JAVA_BYTE);
  }

  final long[] downloadLongs(M memory) {
    MemorySegment target = arena.allocate(session.size(memory), 8);
    finish(session.read(memory, 0, target, List.of()));
    return target.toArray(ValueLayout.JAVA_LONG);
  }

  final void finish(E event) {
    try {
      session.await(event, "a command");
    } finally {
      session.release(event);
    }
  }

  /// Queues [#AFFINE] over the whole of `to`.
  final E affine(ClKernel kernel, @Nullable M from, M to, int factor, long offset, List<E> after) {
    Grid grid = new Grid(session.size(to) / Long.BYTES, 1);
    return launch(kernel, affineArguments(from, to, factor, offset), grid, after);
  }

  final List<@Nullable Object> affineArguments(@Nullable M from, M to, int factor, long offset) {
    return Arrays.asList(from, to, factor, offset);
  }

  final E launch(ClKernel kernel, List<? extends @Nullable Object> arguments, Grid grid) {
    return launch(kernel, arguments, grid, List.of());
  }

  private E launch(
      ClKernel kernel, List<? extends @Nullable Object> arguments, Grid grid, List<E> after) {
    List<E> events = new ArrayList<>();
    session.launch(kernel, arguments, grid, after, events);
    return events.getFirst();
  }

  final E copy(M from, long fromAt, M to, long toAt, long bytes, List<E> after) {
    List<E> events = new ArrayList<>();
    session.copy(from, fromAt, to, toAt, bytes, after, events);
    return events.getFirst();
  }

  static void refused(ThrowingCallable use, String... words) {
    assertThatIllegalArgumentException().isThrownBy(use).withMessageContainingAll(words);
  }

  static void fails(ThrowingCallable use, String call, String status, String... words) {
    assertThatExceptionOfType(OpenClException.class)
        .isThrownBy(use)
        .withMessageStartingWith("%s failed with %s (".formatted(call, status))
        .withMessageContainingAll(words);
  }
}
