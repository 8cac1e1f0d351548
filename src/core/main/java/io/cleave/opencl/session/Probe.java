package io.cleave.opencl.session;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.lwjgl.opencl.CL10.CL_BUILD_PROGRAM_FAILURE;

import io.cleave.OpenClException;
import io.cleave.opencl.Region;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.spi.Failures;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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

  /// Adds the results to the capabilities of a device, unless its compiler refuses the kernel.
  ///
  /// @param opener opens a session on it with its own queue, which is closed afterwards
  /// @throws OpenClException if another call fails; it may succeed the next time
  static DeviceInfo probed(DeviceInfo info, Supplier<? extends ClSession<?, ?>> opener) {
    return info.isWorthProbing() ? KNOWN.computeIfAbsent(info, _ -> run(info, opener)) : info;
  }

  private static DeviceInfo run(DeviceInfo info, Supplier<? extends ClSession<?, ?>> opener) {
    try (ClSession<?, ?> session = opener.get();
        ClKernel kernel = session.build(new KernelVariant("probe", List.of(), Map.of()));
        Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(BYTES, BYTES);
      MemorySegment to = arena.allocate(BYTES, BYTES);
      MemorySegment places = arena.allocate(2L * Long.BYTES, BYTES);
      for (int i = 0; i < BYTES; i++) {
        from.set(JAVA_BYTE, i, (byte) (i * 7));
      }
      launch(session, kernel, List.of(from, to, places));
      boolean seesAddresses =
          places.getAtIndex(JAVA_LONG, 0) == from.address()
              && places.getAtIndex(JAVA_LONG, 1) == to.address();
      return info.withProbed(isRight(from, to), seesAddresses);
    } catch (OpenClException e) {
      if (e.status() != CL_BUILD_PROGRAM_FAILURE) {
        throw e;
      }
      LOG.debug("{} refuses what goes beyond the standard", info.device(), e);
      return info;
    }
  }

  /// Runs the kernel in this memory, and makes what it writes to all but the first visible.
  private static <M, E> void launch(
      ClSession<M, E> session, ClKernel kernel, List<MemorySegment> host) {
    List<M> memory = new ArrayList<>();
    List<E> events = new ArrayList<>();
    Failures.all(
        () -> {
          host.forEach(each -> memory.add(session.adopt(each, !memory.isEmpty())));
          session.launch(kernel, memory, new Grid(1, 1), new Events<>(List.of(), events));
          List<E> launched = List.copyOf(events);
          for (int i = 1; i < host.size(); i++) {
            events.add(session.transfer(false, Region.of(memory.get(i)), host.get(i), launched));
          }
          events.forEach(event -> session.await(event, "a probe"));
        },
        () -> Failures.each(events, session::release),
        () -> Failures.each(memory, session::free));
  }

  /// The first 64 bytes in reverse, then as many from an odd offset on to the next odd one.
  private static boolean isRight(MemorySegment from, MemorySegment to) {
    return IntStream.range(0, 64).allMatch(i -> to.get(JAVA_BYTE, i) == from.get(JAVA_BYTE, 63 - i))
        && IntStream.range(64, ODD).allMatch(i -> to.get(JAVA_BYTE, i) == 0)
        && MemorySegment.mismatch(to, ODD, BYTES, from, 1, BYTES - ODD + 1) < 0;
  }
}
