package io.cleave.cpu;

import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.AbstractSplitter;
import io.cleave.spi.KnownDevice;
import io.cleave.spi.PlanMemo;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/// Splits in plain Java, on any machine that runs a JVM.
///
/// Small work is done by the calling thread alone, and so is work on memory of a confined arena,
/// which other threads may not touch.
public final class CpuSplitter extends AbstractSplitter {
  /// Below this, waking a helper costs more than it saves; see performance.md#constants.
  private static final long WAKING_BYTES = 1 << 20;

  /// Helpers that are awake, as calls follow each other closely, get work from here on. Less is too
  /// little for two tasks.
  private static final long SHARED_BYTES = 128 << 10;

  private final int threads;
  private final CpuKernels choice;
  private final PlanMemo<CpuPlan> plans;

  /// When the last call ended whose work can be shared.
  private volatile long lastEnd = System.nanoTime();

  private CpuSplitter(int threads, CpuKernels choice) {
    Kernels kernels = Vectors.here().kernels(choice);
    this.threads = threads;
    this.choice = choice;
    this.plans = new PlanMemo<>(plan -> CpuPlan.of(plan, kernels));
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
  /// the JVM has no vectors, [Vectors] says why, and plain kernels stand in.
  ///
  /// @throws IllegalArgumentException if there is less than 1 thread
  public static CpuSplitter open(int threads, CpuKernels kernels) {
    requireThreads(threads);
    return new CpuSplitter(threads, kernels);
  }

  /// The device that stands for a splitter of this many threads in lists.
  ///
  /// @throws IllegalArgumentException if that is less than 1
  public static KnownDevice describe(int threads) {
    requireThreads(threads);
    String platform = "Java " + Runtime.version().feature();
    return new KnownDevice(KnownDevice.Kind.JAVA, platform, "cpu", threads, 0, 0);
  }

  private static void requireThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be 1 or more, not %s".formatted(threads));
    }
  }

  @Override
  public KnownDevice device() {
    return describe(threads);
  }

  @Override
  public boolean isJava() {
    return true;
  }

  @Override
  public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    CpuPlan prepared = plans.of(plan);
    MemorySegment[] targets = prepared.targets(parts);
    if (targets.length == 0) {
      return;
    }
    Class<?> kind = targets[0].getClass();
    boolean isConfined = !MemoryKinds.isShared(data);
    for (MemorySegment target : targets) {
      if (target.getClass() != kind) {
        byKind(plan, data, parts);
        return;
      }
      isConfined |= !MemoryKinds.isShared(target);
    }
    MemoryKinds kinds = new MemoryKinds(data.getClass(), kind, isConfined);
    LongConsumer tasks = prepared.bind(data, targets, kinds);
    boolean isShared = isWorthSharing(prepared);
    boolean hasHelp =
        isShared && !isConfined && (prepared.bytes >= WAKING_BYTES || helpersAreAwake());
    Workers.run(tasks, prepared.tasks(), hasHelp ? threads : 1, prepared.isPingPong);
    if (isShared) {
      lastEnd = System.nanoTime();
    }
  }

  /// Splits into the parts of one kind of memory after the other, since loops are made for a kind.
  private void byKind(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    for (Class<?> kind : new LinkedHashSet<>(parts.stream().map(Object::getClass).toList())) {
      int[] some =
          IntStream.range(0, parts.size()).filter(i -> parts.get(i).getClass() == kind).toArray();
      carryOut(plan.only(some), data, Arrays.stream(some).mapToObj(parts::get).toList());
    }
  }

  /// True if the last call ended so short a time ago that helpers have not gone to sleep.
  private boolean helpersAreAwake() {
    return System.nanoTime() - lastEnd < Workers.SPIN;
  }

  private boolean isWorthSharing(CpuPlan plan) {
    return threads > 1 && plan.bytes >= SHARED_BYTES;
  }

  @Override
  public RouteExplanation route(SplitPlan plan) {
    Unit unit = plan.geometry().unit();
    if (unit == Unit.ELEMENT) {
      // Elements without a size stand in no memory.
      RouteExplanation.Step step =
          new RouteExplanation.Step("copy references", "strings stand in arrays");
      return new RouteExplanation("cpu", "plain Java", List.of(step));
    }
    CpuKernels kernels = unit == Unit.BIT ? CpuKernels.PLAIN : choice;
    CpuPlan prepared = plans.of(plan);
    return prepared.explain(
        isWorthSharing(prepared) ? threads : 1, Vectors.here().describe(kernels));
  }

  @Override
  protected void release() {
    // The helpers are shared with other splitters, and sleep.
  }
}
