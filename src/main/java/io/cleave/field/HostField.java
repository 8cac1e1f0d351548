package io.cleave.field;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.choice.Candidate;
import io.cleave.choice.Choosing;
import io.cleave.choice.Field;
import io.cleave.choice.MemoryClass;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Who may split host memory unasked: the twin in Java, and devices that compute in the host's own
/// memory.
///
/// Safe for use by many threads.
public final class HostField implements Field, AutoCloseable {
  /// Below this devices are not asked. A launch takes 6 to 34 us with PoCL 3.1 on two machines, and
  /// to compile for a geometry .2 s: of 12 geometries of 2 MiB, a device was fastest for 2, at .6
  /// and .84 of plain Java's time.
  private static final long DEVICE_BYTES = 4L << 20;

  private final Supplier<List<OpenClSplitter<?, ?>>> finder;
  private final CpuSplitter usual = CpuSplitter.open();
  private final CpuSplitter alone = CpuSplitter.open(1);

  /// The one who may use all processors.
  private final Candidate together;

  /// The one who uses the caller's thread only, for when others work, too; none where that is all
  /// there is. Alone it is no candidate: those who share their work do not share what is small, and
  /// it won by chance while HotSpot compiled on another processor (2 MiB: half the speed for good).
  private final @Nullable Candidate byOne;

  private volatile List<OpenClSplitter<?, ?>> devices = List.of();

  /// @param finder opens what devices there are; the field closes them
  public HostField(Choosing choosing, Supplier<List<OpenClSplitter<?, ?>>> finder) {
    this.finder = finder;
    int processors = Runtime.getRuntime().availableProcessors();
    together = new CpuCandidate(usual, processors);
    byOne = choosing == Choosing.EXPECTED || processors == 1 ? null : new CpuCandidate(alone, 1);
  }

  /// What carries out what is not raced.
  public Splitter usual() {
    return usual;
  }

  @Override
  public String name() {
    return "host";
  }

  @Override
  public void lookAround() {
    devices = finder.get();
  }

  @Override
  public boolean mayFindMore(SplitPlan plan, MemoryClass memory) {
    return memory.isInPlace() && plan.bytes() >= DEVICE_BYTES;
  }

  @Override
  public int generation() {
    return devices.isEmpty() ? 0 : 1;
  }

  @Override
  public List<Candidate> candidates(SplitPlan plan, MemoryClass memory, boolean busy) {
    List<Candidate> candidates = new ArrayList<>();
    candidates.add(together);
    if (busy && byOne != null) {
      candidates.add(byOne);
    }
    if (mayFindMore(plan, memory)) {
      addRoutes(plan, candidates);
    }
    return List.copyOf(candidates.subList(0, Math.min(MOST, candidates.size())));
  }

  /// The best route of each device, then the second best of each.
  private void addRoutes(SplitPlan plan, List<Candidate> candidates) {
    for (int rank = 0; rank < MOST; rank++) {
      for (OpenClSplitter<?, ?> device : devices) {
        List<RouteName> routes = device.candidates(plan);
        if (rank < routes.size()) {
          candidates.add(new RouteCandidate(device, routes.get(rank)));
        }
      }
    }
  }

  /// @throws io.cleave.backend.OpenClException if a device fails to close; all are closed then
  @Override
  public void close() {
    alone.close();
    usual.close();
    Failures failures = new Failures();
    devices.forEach(device -> failures.attempt(device::close));
    failures.throwFirst();
  }
}
