package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.OpenClException;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.run.UserDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Sessions through a binding: memory, kernels, and the calls that the driver really refuses.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
@Tag("device")
@Timeout(60)
abstract class SessionContract<M, E> {
  private static final KernelVariant AFFINE = new KernelVariant("affine", List.of(), Map.of());

  private final FoundDevice device;
  private final ClSession<M, E> session;
  private final Arena arena = Arena.ofShared();

  SessionContract(ClApi<M, E> api) {
    device = PlatformUnderTest.device(api);
    session = ClSession.open(api, device);
  }

  /// The session's context as its user would reach it.
  abstract UserDevice<M, E> user(Object context);

  @AfterEach
  void close() {
    session.close();
    arena.close();
  }

  /// Native memory with these numbers.
  private MemorySegment longs(long... values) {
    return arena.allocateFrom(ValueLayout.JAVA_LONG, values);
  }

  private void finish(E event) {
    session.await(event, "a command");
    session.release(event);
  }

  private void finish(Consumer<List<E>> command) {
    List<E> events = new ArrayList<>();
    command.accept(events);
    finish(events.getFirst());
  }

  private long[] read(M memory) {
    MemorySegment to = arena.allocate(session.size(memory), 8);
    finish(session.read(memory, 0, to, List.of()));
    return to.toArray(ValueLayout.JAVA_LONG);
  }

  @Test
  void factsAreThoseOfTheSearch() {
    DeviceInfo facts = session.facts();
    assertThat(facts)
        .usingRecursiveComparison()
        .ignoringFields("clang", "hostAddresses")
        .isEqualTo(device.facts());
    assertThat(facts.device().name()).isNotBlank().isEqualTo(facts.device().name().strip());
    assertThat(facts.version()).startsWith("OpenCL ");
    assertThat(facts.baseAlignment()).isBetween(16L, 1L << 20);
    assertThat(facts.maxAllocation()).isBetween(1L << 20, facts.device().memoryBytes());
    assertThat(session.ordersByEvents()).isFalse();
  }

  @Test
  void movesBytesAtOffsets() {
    MemorySegment content = longs(1, 2, 3, 4);
    M constant = session.constant(content);
    content.fill((byte) 9);
    M memory = session.allocate(24);
    finish(session.write(longs(10, 20), memory, 8, List.of()));
    finish(events -> session.copy(constant, 16, memory, 0, 8, List.of(), events));
    assertThat(read(memory)).containsExactly(3, 10, 20);
    MemorySegment last = arena.allocate(8, 8);
    finish(session.read(memory, 16, last, List.of()));
    assertThat(last.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(20);
    assertThat(session.size(constant)).isEqualTo(32);
    session.free(memory);
    session.free(constant);
  }

  @Test
  void aKernelTakesEveryKindOfArgument() {
    MemorySegment host = longs(9, 9, 9);
    M from = session.adopt(longs(3, -4, 1L << 40), false);
    M to = session.adopt(host, true);
    try (ClKernel kernel = session.build(AFFINE)) {
      finish(events -> launch(kernel, Arrays.asList(from, to, -2, 1L << 50), 3, 1, events));
      finish(session.read(to, 0, host, List.of()));
      assertThat(host.toArray(ValueLayout.JAVA_LONG))
          .containsExactly((1L << 50) - 6, (1L << 50) + 8, (1L << 50) - (2L << 40));
      finish(events -> launch(kernel, Arrays.asList(null, to, 7, 0L), 3, 1, events));
      assertThat(read(to)).containsExactly(0, 7, 14);
    }
    session.free(from);
    session.free(to);
  }

  private void launch(
      ClKernel kernel,
      List<? extends @Nullable Object> arguments,
      long global,
      long local,
      @Nullable List<E> events) {
    session.launch(kernel, arguments, new Grid(global, local), List.of(), events);
  }

  @Test
  void callsThatTheDriverRefusesAreNamed() {
    MemorySegment host = arena.allocate(3);
    M memory = session.allocate(8);
    fails(() -> session.allocate(0), "clCreateBuffer", -61, "0 bytes");
    fails(
        () -> session.write(host, memory, 7, List.of()),
        "clEnqueueWriteBuffer",
        -30,
        "3 bytes at 7");
    fails(
        () -> session.read(memory, 6, host, List.of()), "clEnqueueReadBuffer", -30, "3 bytes at 6");
    fails(
        () -> session.copy(memory, 0, memory, 6, 3, List.of(), null),
        "clEnqueueCopyBuffer",
        -30,
        "3 bytes at 0 to 6");
    try (ClKernel kernel = session.build(AFFINE)) {
      fails(
          () -> launch(kernel, Arrays.asList(null, memory, 1, 0), 1, 1, null),
          "clSetKernelArg",
          -51,
          "affine");
      fails(
          () -> launch(kernel, Arrays.asList(null, memory, 1, 0L), 7, 2, null),
          "clEnqueueNDRangeKernel",
          -54,
          new Grid(7, 2).toString());
    }
    KernelVariant wrong = new KernelVariant("split_words", List.of(), Map.of("GROUP", "nonsense"));
    fails(
        () -> session.build(wrong),
        "clBuildProgram",
        -11,
        "split_words -D GROUP=nonsense for",
        "; the compiler says: ",
        "split_words.cl:",
        "nonsense");
    UserDevice<M, E> user = user(session.context());
    E gate = user.gate();
    user.open(gate, -5);
    fails(() -> session.await(gate, "the gate"), "clWaitForEvents", -5, "the gate");
    user.release(gate);
    session.free(memory);
  }

  private void fails(ThrowingCallable use, String call, int status, String... words) {
    assertThatExceptionOfType(OpenClException.class)
        .isThrownBy(use)
        .withMessageStartingWith(call + " failed with CL_")
        .withMessageContainingAll("(%d)".formatted(status), device.facts().device().name())
        .withMessageContainingAll(words)
        .satisfies(e -> assertThat(e.status()).isEqualTo(status));
  }
}
