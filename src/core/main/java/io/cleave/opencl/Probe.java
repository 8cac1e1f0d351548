package io.cleave.opencl;

import io.cleave.backend.OpenClException;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.BuildException;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tries what a processor's driver can do beyond the standard, by a kernel of a few lines whose
/// bytes are checked: once per device and process, on a session of its own.
public final class Probe {
  private static final Logger LOG = LoggerFactory.getLogger(Probe.class);

  private static final Map<DeviceInfo, DeviceInfo> KNOWN = new ConcurrentHashMap<>();

  /// What the kernel reads and writes: two windows, and an odd place in the second.
  private static final int BYTES = 128;

  private static final int ODD = 67;

  private Probe() {}

  /// The facts of a device, with what it is found to do.
  ///
  /// @param opener opens a session on it with a queue of its own, which is closed afterwards
  public static DeviceInfo probed(DeviceInfo facts, Supplier<? extends ClSession<?, ?>> opener) {
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
    try (ClSession<?, ?> session = opener.get()) {
      return run(facts, session);
    } catch (BuildException e) {
      LOG.debug("{} refuses what goes beyond the standard", facts.device(), e);
      return facts;
    }
  }

  private static <M, E> DeviceInfo run(DeviceInfo facts, ClSession<M, E> session) {
    try (Arena arena = Arena.ofConfined();
        Programs programs = new Programs(session);
        Adopted<M, E> adopted = new Adopted<>(session);
        Lease<ClKernel> kernel = programs.lease(KernelVariant.of("probe", Map.of()))) {
      MemorySegment from = arena.allocate(BYTES, BYTES);
      MemorySegment to = arena.allocate(BYTES, BYTES);
      MemorySegment places = arena.allocate(2L * Long.BYTES, BYTES);
      for (int i = 0; i < BYTES; i++) {
        from.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7));
      }
      List<M> memory =
          List.of(adopted.add(from, false), adopted.add(to, true), adopted.add(places, true));
      List<ClSession.Argument<M>> arguments =
          memory.stream().<ClSession.Argument<M>>map(ClSession.Argument.Memory::new).toList();
      E event = session.launch(kernel.value(), arguments, new Grid(1, 1, 1, 1), List.of());
      Events.finish(session, List.of(event));
      // One by one: where the second cannot be, the first has been given back.
      for (M written : memory.subList(1, 3)) {
        Events.finish(session, List.of(session.publish(written, List.of())));
      }
      return facts.withProbed(isRight(from, to), seesAddresses(places, from, to));
    }
  }

  /// The first 64 bytes in reverse, then as many from an odd place on to the next odd one.
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
