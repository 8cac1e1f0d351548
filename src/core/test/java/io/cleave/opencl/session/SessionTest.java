package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.OpenClException;
import io.cleave.opencl.Region;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.run.JoclUserDevice;
import io.cleave.opencl.run.PlatformUnderTest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Sessions through both bindings.
class SessionTest {
  /// Both use the same loader, so they find the same devices, with the same capabilities.
  @Test
  void bindingsFindTheSameDevices() {
    assumeTrue(new JoclApi().load() == null, "JOCL does not work here at all");
    DeviceSearch jocl = DeviceSearch.run(new JoclApi());
    DeviceSearch lwjgl = DeviceSearch.run(new LwjglApi());
    assertThat(jocl.devices())
        .extracting(FoundDevice::info)
        .isEqualTo(lwjgl.devices().stream().map(FoundDevice::info).toList());
    assertThat(jocl.obstacles()).isEqualTo(lwjgl.obstacles());
  }

  /// Memory, and the calls that the driver really refuses.
  @Tag("device")
  @Timeout(60)
  abstract static class Through<M, E> {
    private final FoundDevice device;
    private final ClSession<M, E> session;
    private final Arena arena = Arena.ofShared();

    Through(ClApi<M, E> api) {
      device = PlatformUnderTest.device(api);
      session = ClSession.open(api, device);
    }

    @AfterEach
    void close() {
      session.close();
      arena.close();
    }

    @Test
    void infoIsThatOfTheSearch() {
      DeviceInfo info = session.info();
      assertThat(info)
          .usingRecursiveComparison()
          .ignoringFields("clang", "hostAddresses")
          .isEqualTo(device.info());
      assertThat(info.device().name()).isNotBlank().isEqualTo(info.device().name().strip());
      assertThat(info.version()).matches("[0-9]+\\..*");
      assertThat(info.baseAlignment()).isBetween(16L, 1L << 20);
      assertThat(info.maxAllocation()).isBetween(1L << 20, info.device().memoryBytes());
      assertThat(session.ordersByEvents()).isFalse();
    }

    @Test
    void callsThatTheDriverRefusesAreNamed() {
      MemorySegment host = arena.allocate(3);
      M memory = session.allocate(8);
      List<E> none = List.of();
      Events<E> noEvent = new Events<>(none, null);
      fails(() -> session.allocate(0), "clCreateBuffer", -61, "0 bytes");
      String at = "3 bytes at ";
      fails(
          () -> session.transfer(true, new Region<>(memory, 7), host, none),
          "clEnqueueWriteBuffer",
          -30,
          at + 7);
      fails(
          () -> session.transfer(false, new Region<>(memory, 6), host, none),
          "clEnqueueReadBuffer",
          -30,
          at + 6);
      fails(
          () -> session.copy(Region.of(memory), new Region<>(memory, 6), 3, noEvent),
          "clEnqueueCopyBuffer",
          -30,
          at + "0 to 6");
      try (ClKernel kernel = session.build(new KernelVariant("affine", List.of(), Map.of()))) {
        List<Object> wrong = List.of(memory, memory, 1L, 0L, 0L);
        Grid grid = new Grid(7, 2);
        fails(() -> session.launch(kernel, wrong, grid, noEvent), "clSetKernelArg", -49, "affine");
        List<Object> right = List.of(memory, memory, 1L, 0L);
        fails(
            () -> session.launch(kernel, right, grid, noEvent),
            "clEnqueueNDRangeKernel",
            -54,
            grid.toString());
      }
      Map<String, String> nonsense = Map.of("GROUP", "nonsense");
      fails(
          () -> session.build(new KernelVariant("split_words", List.of(), nonsense)),
          "clBuildProgram",
          -11,
          "split_words -D GROUP=nonsense for",
          "; the compiler says: ",
          "split_words.cl:",
          "nonsense");
      session.free(memory);
    }

    private void fails(ThrowingCallable use, String call, int status, String... words) {
      assertThatExceptionOfType(OpenClException.class)
          .isThrownBy(use)
          .withMessageStartingWith(call + " failed with CL_")
          .withMessageContainingAll("(%d)".formatted(status), device.info().device().name())
          .withMessageContainingAll(words)
          .satisfies(e -> assertThat(e.status()).isEqualTo(status));
    }
  }

  @Nested
  final class ThroughLwjgl extends Through<Long, Long> {
    ThroughLwjgl() {
      super(new LwjglApi());
    }
  }

  @Nested
  class ThroughJocl extends Through<cl_mem, cl_event> {
    ThroughJocl() {
      super(new JoclApi());
    }
  }

  /// In a process whose owner has told JOCL to throw exceptions.
  @Nested
  final class ThroughJoclThatThrows extends ThroughJocl {
    @BeforeAll
    static void throwExceptions() {
      setExceptions(true);
    }

    @AfterAll
    static void returnStatuses() {
      setExceptions(false);
    }

    private static void setExceptions(boolean enabled) {
      if (new JoclApi().load() == null) {
        CL.setExceptionsEnabled(enabled);
      }
    }
  }

  /// A buffer of Java's has at most 2 GiB, but only the address of a pointer's buffer is used.
  @Test
  @Tag("device")
  @SuppressWarnings("restricted")
  void joclsPointersLeadToMoreThanTheirBufferHolds() {
    try (JoclUserDevice user = new JoclUserDevice(false);
        Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(2000).fill((byte) 7);
      Pointer first = JoclApi.pointer(bytes.asSlice(0, 1));
      Pointer second = JoclApi.pointer(bytes.asSlice(1000, 1));
      cl_mem memory = user.buffer(new byte[1000]);
      assertThat(CL.clEnqueueWriteBuffer(user.queue(), memory, true, 0, 1000, first, 0, null, null))
          .isZero();
      bytes.asSlice(1000).fill((byte) 0);
      assertThat(CL.clEnqueueReadBuffer(user.queue(), memory, true, 0, 1000, second, 0, null, null))
          .isZero();
      assertThat(bytes.asSlice(1000).mismatch(bytes.asSlice(0, 1000))).isEqualTo(-1);
      user.free(memory);
    }
    MemorySegment huge = MemorySegment.ofAddress(1L << 20).reinterpret(5L << 30);
    assertThat(JoclApi.pointer(huge)).isNotNull();
  }
}
