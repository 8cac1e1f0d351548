package io.cleave.cpu;

import com.sun.management.OperatingSystemMXBean;
import io.cleave.backend.Device;
import io.cleave.backend.HostSplitter;
import io.cleave.backend.Route;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits in plain Java, on any machine that runs a JVM.
///
/// Small work is done by the calling thread alone, and so is work on memory of a confined arena,
/// which other threads may not touch.
public final class CpuSplitter extends HostSplitter {
  /// Below this, waking a helper costs more than it saves: shared by two threads, f32 [n, 512] in
  /// three of 256 and 512 KiB came at half of the rate, u8 [n, 3] into planes of 512 KiB at 0.86
  /// and of 1 MiB at 1.2 times the rate.
  private static final long SHARED_BYTES = 1 << 20;

  /// Stands for "some other thread" when memory is asked who may touch it.
  private static final Thread OTHER_THREAD = Thread.ofPlatform().unstarted(() -> {});

  private final Team team;

  private CpuSplitter(int threads) {
    this.team = new Team(threads);
  }

  /// A splitter that uses all processors of the JVM.
  public static CpuSplitter open() {
    return new CpuSplitter(Runtime.getRuntime().availableProcessors());
  }

  /// A splitter that uses this many threads, the calling one among them.
  ///
  /// @throws IllegalArgumentException if that is less than 1
  public static CpuSplitter open(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be 1 or more, not %s".formatted(threads));
    }
    return new CpuSplitter(threads);
  }

  /// What this twin is called wherever devices are listed.
  public static Device describe() {
    long memory =
        ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
            ? system.getTotalMemorySize()
            : Runtime.getRuntime().maxMemory();
    int processors = Runtime.getRuntime().availableProcessors();
    return new Device(
        Device.Kind.JAVA, "Java " + Runtime.version().feature(), "cpu", processors, memory);
  }

  @Override
  public Device device() {
    return describe();
  }

  @Override
  protected void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    Work work = work(plan, data, parts);
    if (isWorthSharing(plan) && mayBeShared(data, parts)) {
      team.run(work);
    } else {
      new Pieces(work).drain();
    }
  }

  private static Work work(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    MovedParts moved = MovedParts.of(plan, parts);
    if (StagedTiles.isFor(plan)) {
      return new StagedTiles(plan, data, moved);
    }
    return plan.unit() == Unit.BIT
        ? new BitChunks(plan, data, moved)
        : new ByteTiles(plan, data, moved);
  }

  private boolean isWorthSharing(SplitPlan plan) {
    return team.threads() > 1 && plan.unit() != Unit.ELEMENT && plan.bytes() >= SHARED_BYTES;
  }

  private static boolean mayBeShared(
      MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    return data.isAccessibleBy(OTHER_THREAD)
        && parts.stream().allMatch(part -> part == null || part.isAccessibleBy(OTHER_THREAD));
  }

  @Override
  public Route explain(SplitPlan plan) {
    return CpuRoute.of(plan, isWorthSharing(plan) ? team.threads() : 1);
  }

  @Override
  protected void release() {
    team.close();
  }
}
