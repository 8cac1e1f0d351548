package io.cleave.opencl.session;

import io.cleave.backend.ClStatus;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tests what a CPU device can do beyond the standard, with a small kernel whose output is checked:
/// once per device and process, in its own session.
final class Probe {
  private static final Logger LOG = LoggerFactory.getLogger(Probe.class);

  private static final Map<DeviceInfo, DeviceInfo> KNOWN = new ConcurrentHashMap<>();

  /// The size of the input and of the output.
  private static final int BYTES = 128;

  /// An odd offset in the output.
  private static final int ODD = 67;

  private Probe() {}

  /// Adds what a device is found to do to its facts.
  ///
  /// @param opener opens a session on it with its own queue, which is closed afterwards
  static DeviceInfo probed(DeviceInfo facts, Supplier<? extends ClSession<?, ?>> opener) {
    if (!facts.isWorthProbing()) {
      return facts;
    }
    try {
      return KNOWN.computeIfAbsent(facts, _ -> run(facts, opener));
    } catch (OpenClException e) {
      // Not for ever: a device may be out of memory only now.
      LOG.debug("{} only gets what every device does", facts.device(), e);
      return facts;
    }
  }

  private static DeviceInfo run(DeviceInfo facts, Supplier<? extends ClSession<?, ?>> opener) {
    try (ClSession<?, ?> session = opener.get();
        ClKernel kernel = session.build(KernelVariant.of("probe", Map.of()));
        Arena arena = Arena.ofConfined()) {
      return run(facts, session, kernel, arena);
    } catch (OpenClException e) {
      if (e.status() != ClStatus.BUILD_PROGRAM_FAILURE) {
        throw e;
      }
      LOG.debug("{} refuses what goes beyond the standard", facts.device(), e);
      return facts;
    }
  }

  private static <M, E> DeviceInfo run(
      DeviceInfo facts, ClSession<M, E> session, ClKernel kernel, Arena arena) {
    MemorySegment from = arena.allocate(BYTES, BYTES);
    MemorySegment to = arena.allocate(BYTES, BYTES);
    MemorySegment places = arena.allocate(2L * Long.BYTES, BYTES);
    for (int i = 0; i < BYTES; i++) {
      from.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7));
    }
    Failures failures = new Failures();
    List<M> memory = new ArrayList<>();
    failures.attempt(() -> launch(session, kernel, List.of(from, to, places), memory));
    memory.forEach(each -> failures.attempt(() -> session.free(each)));
    failures.throwFirst();
    return facts.withProbed(isRight(from, to), seesAddresses(places, from, to));
  }

  /// @param memory gets what is made, and is to be freed
  private static <M, E> void launch(
      ClSession<M, E> session, ClKernel kernel, List<MemorySegment> host, List<M> memory) {
    List<Object> arguments = new ArrayList<>();
    for (MemorySegment each : host) {
      memory.add(session.adopt(each, !memory.isEmpty()));
      arguments.add(memory.getLast());
    }
    finish(session, session.launch(kernel, arguments, new Grid(1, 1), List.of()));
    for (M written : memory.subList(1, memory.size())) {
      finish(session, session.publish(written, List.of()));
    }
  }

  private static <E> void finish(ClSession<?, E> session, E event) {
    Failures failures = new Failures();
    failures.attempt(() -> session.await(event));
    failures.attempt(() -> session.release(event));
    failures.throwFirst();
  }

  /// The first 64 bytes in reverse, then as many from an odd offset on to the next odd one.
  private static boolean isRight(MemorySegment from, MemorySegment to) {
    for (int i = 0; i < BYTES; i++) {
      int source = i < 64 ? 63 - i : i < ODD ? -1 : i - ODD + 1;
      byte expected = source < 0 ? 0 : from.get(ValueLayout.JAVA_BYTE, source);
      if (to.get(ValueLayout.JAVA_BYTE, i) != expected) {
        return false;
      }
    }
    return true;
  }

  private static boolean seesAddresses(MemorySegment places, MemorySegment from, MemorySegment to) {
    return places.getAtIndex(ValueLayout.JAVA_LONG, 0) == from.address()
        && places.getAtIndex(ValueLayout.JAVA_LONG, 1) == to.address();
  }
}
