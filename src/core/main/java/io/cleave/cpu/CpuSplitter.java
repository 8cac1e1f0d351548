package io.cleave.cpu;

import com.sun.management.OperatingSystemMXBean;
import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.cpu.loops.ByKind;
import io.cleave.cpu.loops.Kernels;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.PlanMemo;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits in plain Java, on any machine that runs a JVM.
///
/// Small work is done by the calling thread alone, and so is work on memory of a confined arena,
/// which other threads may not touch.
public final class CpuSplitter extends HostSplitter {
  /// Below this, waking a helper costs more than it saves. With .1 ms between calls, one thread and
  /// two took 53 and 60 us for 900 KB in runs of 90, 32 and 45 for u8 in three; for 2 MB 159 and
  /// 150, 113 and 110.
  private static final long WAKING_BYTES = 1 << 20;

  /// Helpers that are awake, as calls follow each other closely, get work from here on: of 128 KiB
  /// one thread and two took 8.6 and 5.5 us for runs of 13 to 45 bytes, 3.5 and 2.5 for u8 in
  /// three; of 96 KiB, which is too little for two pieces of 64, both took the same.
  private static final long SHARED_BYTES = 128 << 10;

  private final ThreadPool pool;
  private final PlanMemo<Program> programs = new PlanMemo<>(Program::of);

  private final CpuKernels wish;
  private final ByKind<Kernels> kernels;

  /// When the last call ended whose work can be shared.
  private volatile long lastEnd = System.nanoTime();

  private CpuSplitter(ThreadPool pool, CpuKernels wish) {
    this.pool = pool;
    this.wish = wish;
    this.kernels = wish.byKind();
  }

  /// A splitter that uses all processors of the JVM.
  public static CpuSplitter open() {
    return open(Runtime.getRuntime().availableProcessors());
  }

  /// A splitter that uses this many threads, the calling one among them.
  ///
  /// @throws IllegalArgumentException if that is less than 1
  public static CpuSplitter open(int threads) {
    return open(threads, CpuKernels.AUTO);
  }

  /// A splitter that uses this many threads, the calling one among them, and these kernels. Where
  /// the JVM has no vectors, [VectorSupport] says why, and plain kernels stand in.
  ///
  /// @throws IllegalArgumentException if there is less than 1 thread
  public static CpuSplitter open(int threads, CpuKernels kernels) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be 1 or more, not %s".formatted(threads));
    }
    return new CpuSplitter(new ThreadPool(threads), kernels);
  }

  /// What this twin is called wherever devices are listed.
  public static Device describe() {
    return Machine.DEVICE;
  }

  /// Asked once: a system that is asked for its memory reads files.
  private static final class Machine {
    static final Device DEVICE = find();

    private static Device find() {
      long memory =
          ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
              ? system.getTotalMemorySize()
              : Runtime.getRuntime().maxMemory();
      int processors = Runtime.getRuntime().availableProcessors();
      return new Device(
          Device.Kind.JAVA, "Java " + Runtime.version().feature(), "cpu", processors, memory);
    }
  }

  @Override
  public Device device() {
    return describe();
  }

  @Override
  protected void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    Program program = programs.of(plan);
    Call call = new Call(program, kernels, data, parts);
    if (!isWorthSharing(plan)) {
      call.carryOut();
      return;
    }
    if (!call.isConfined() && (plan.bytes() >= WAKING_BYTES || helpersAreAwake())) {
      pool.run(call);
    } else {
      call.carryOut();
    }
    lastEnd = System.nanoTime();
  }

  /// Or will be from the next call on, if the last one ended so short a time ago.
  private boolean helpersAreAwake() {
    return System.nanoTime() - lastEnd < ThreadPool.SPIN;
  }

  private boolean isWorthSharing(SplitPlan plan) {
    return pool.threads() > 1 && plan.unit() != Unit.ELEMENT && plan.bytes() >= SHARED_BYTES;
  }

  @Override
  public Route explain(SplitPlan plan) {
    return plan.unit() == Unit.ELEMENT
        ? CpuRoute.ofStrings()
        : CpuRoute.of(programs.of(plan), isWorthSharing(plan) ? pool.threads() : 1, wish);
  }

  @Override
  protected void release() {
    pool.close();
  }
}
