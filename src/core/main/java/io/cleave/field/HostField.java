package io.cleave.field;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.choice.Candidate;
import io.cleave.choice.Field;
import io.cleave.choice.MemoryClass;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The candidates for host memory where no device was named: plain Java, and the routes of devices
/// that compute in the host's own memory.
///
/// Safe for use by many threads.
public final class HostField implements Field, AutoCloseable {
  /// Below this devices are not asked. A launch takes 6 to 34 us with PoCL 3.1 on two machines, and
  /// to compile for a geometry .2 s: of 12 geometries of 2 MiB, a device was fastest for 2, at .6
  /// and .84 of plain Java's time.
  private static final long DEVICE_BYTES = 4L << 20;

  /// Changes when the CPU's kernels do, so that what was tuned before is measured again.
  private static final String CPU_REVISION = "2";

  private final Supplier<List<OpenClSplitter<?, ?>>> finder;
  private final CpuSplitter usual = CpuSplitter.open();
  private final Candidate cpu = new SplitterCandidate(cpuName(), CPU_REVISION, usual);
  private volatile List<OpenClSplitter<?, ?>> devices = List.of();

  /// @param finder opens what devices there are; the field closes them
  public HostField(Supplier<List<OpenClSplitter<?, ?>>> finder) {
    this.finder = finder;
  }

  /// `cpu, 2 threads`
  private static String cpuName() {
    int processors = Runtime.getRuntime().availableProcessors();
    return "cpu, %s %s".formatted(processors, processors == 1 ? "thread" : "threads");
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
    return memory == MemoryClass.NATIVE && plan.bytes() >= DEVICE_BYTES;
  }

  @Override
  public int generation() {
    return devices.isEmpty() ? 0 : 1;
  }

  @Override
  public List<Candidate> candidates(SplitPlan plan, MemoryClass memory) {
    List<Candidate> candidates = new ArrayList<>();
    candidates.add(cpu);
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
          candidates.add(SplitterCandidate.of(device, routes.get(rank)));
        }
      }
    }
  }

  /// @throws io.cleave.backend.OpenClException if a device fails to close; all are closed then
  @Override
  public void close() {
    usual.close();
    Failures failures = new Failures();
    devices.forEach(device -> failures.attempt(device::close));
    failures.throwFirst();
  }
}
