package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.opencl.run.JoclUserDevice;
import io.cleave.opencl.run.LwjglUserDevice;
import io.cleave.opencl.run.UserDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Sessions through both bindings.
class SessionTest {
  /// Both use the same loader, so they find the same devices, with the same facts.
  @Test
  void bindingsFindTheSameDevices() {
    assumeTrue(new JoclApi().load() == null, "JOCL does not work here at all");
    DeviceSearch jocl = DeviceSearch.run(new JoclApi());
    DeviceSearch lwjgl = DeviceSearch.run(new LwjglApi());
    assertThat(jocl.devices())
        .extracting(FoundDevice::facts)
        .isEqualTo(lwjgl.devices().stream().map(FoundDevice::facts).toList());
    assertThat(jocl.obstacles()).isEqualTo(lwjgl.obstacles());
  }

  @Nested
  final class ThroughLwjgl extends SessionContract<Long, Long> {
    ThroughLwjgl() {
      super(new LwjglApi());
    }

    @Override
    UserDevice<Long, Long> user(Object context) {
      return new LwjglUserDevice((long) context);
    }
  }

  @Nested
  class ThroughJocl extends SessionContract<cl_mem, cl_event> {
    ThroughJocl() {
      super(new JoclApi());
    }

    @Override
    UserDevice<cl_mem, cl_event> user(Object context) {
      return new JoclUserDevice((cl_context) context);
    }
  }

  /// In a process whose owner has told JOCL to throw exceptions.
  @Nested
  final class ThroughJoclThatThrows extends ThroughJocl {
    @BeforeAll
    static void throwExceptions() {
      if (new JoclApi().load() == null) {
        CL.setExceptionsEnabled(true);
      }
    }

    @AfterAll
    static void returnStatuses() {
      if (new JoclApi().load() == null) {
        CL.setExceptionsEnabled(false);
      }
    }
  }

  /// A buffer of Java's has at most 2 GiB, but only the address of a pointer's buffer is used.
  @Nested
  @Tag("device")
  final class JoclPointers {
    @Test
    void leadToMoreThanTheirBufferHolds() {
      int size = 10_000;
      byte[] bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      try (JoclUserDevice user = JoclUserDevice.open(false);
          Arena arena = Arena.ofConfined()) {
        MemorySegment from = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
        MemorySegment to = arena.allocate(size);
        Pointer source = JoclApi.pointer(from.asSlice(0, 10));
        Pointer target = JoclApi.pointer(to.asSlice(0, 10));
        cl_command_queue queue = user.queue();
        cl_mem memory = user.buffer(new byte[size]);
        assertThat(CL.clEnqueueWriteBuffer(queue, memory, true, 0, size, source, 0, null, null))
            .isZero();
        assertThat(CL.clEnqueueReadBuffer(queue, memory, true, 0, size, target, 0, null, null))
            .isZero();
        assertThat(to.mismatch(from)).isEqualTo(-1);
        user.free(memory);
      }
    }

    @Test
    @SuppressWarnings("restricted")
    void leadToTheBeginningOfWhatNoBufferHolds() {
      MemorySegment huge = MemorySegment.ofAddress(1L << 20).reinterpret(5L << 30);
      assertThat(JoclApi.pointer(huge)).isNotNull();
    }
  }
}
