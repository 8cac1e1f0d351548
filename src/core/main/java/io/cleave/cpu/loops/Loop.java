package io.cleave.cpu.loops;

import com.sun.management.ThreadMXBean;
import io.cleave.spi.Background;
import io.cleave.spi.WarmUp;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Loop on the Vector API with its warm-up guard: the plain loop is used until C2 has compiled this
/// one and it has measured no slower. Until then every vector is an object, and the loop takes ten
/// to ten thousand times as long. So a loop is compiled when a call of it allocates nothing.
///
/// The warm-up takes place in the background, on sample memory. C2 compiles a method after 600
/// calls with 15,000 iterations, or after 5,000 calls, and after several times as many if its queue
/// is long: it may then wait for a second. Steps that are not compiled fill the queue with the
/// JDK's code for them. So most calls are idle: they make no steps.
///
/// There is one warm-up at a time in a process, and none is queued: the next one is for the loop
/// that is used first after the last one has ended.
///
/// Safe for use by many threads.
public final class Loop {
  /// The work that is compared, on sample memory.
  ///
  /// @param steps how many steps a comparison takes; memory has room for as many, and for
  ///   [#UNCOMPILED_STEPS]
  /// @param byLoop makes so many steps by a loop; below 0, none, but so many idle iterations
  /// @param byPlain does the work of so many steps by the plain loop
  /// @param times how many times as long the loop may take: more than 1 if it does more than the
  ///   plain loop
  public record Trial(
      int steps,
      ObjIntConsumer<MethodHandle> byLoop,
      IntConsumer byPlain,
      int times,
      Calls calls) {}

  /// The calls of a trial until the loop is compiled.
  ///
  /// @param steps of each call that is not idle
  /// @param idle the idle calls before each call with steps
  public record Calls(int steps, int idle) {
    /// C2 inlines a method that it has compiled already only if the loop calls it once in four
    /// calls or more, and a loop that has to wait for C2 has such loads and stores. With fewer
    /// steps C2 takes the loop for short or rare, and compiles a slower one.
    public static final Calls FEW = new Calls(8, 20);

    /// For loops of so many operations that C2 would not inline the last ones. After hundreds of
    /// steps it knows which branches of the JDK's code are not taken, and leaves them out. Methods
    /// may be longer where each is called for every fourth call of the loop.
    public static final Calls MANY = new Calls(UNCOMPILED_STEPS, 20);

    /// For loops of yet more operations: twice as many steps until C2 compiles them. With [#MANY],
    /// one in five is not compiled as a whole.
    public static final Calls MOST = new Calls(UNCOMPILED_STEPS, 10);
  }

  /// The most steps of a call before the loop is compiled.
  public static final int UNCOMPILED_STEPS = 16;

  /// The bytes that plain loops move before the first warm-up.
  private static final long WARM_UP_BYTES = 1 << 20;

  /// After a warm-up without success the next one follows when so many times as much was moved.
  private static final long PATIENCE = 4;

  /// The iterations of an idle call, which C2 counts as those of the loop.
  private static final int IDLE_ITERATIONS = 100;

  /// A call that allocates less has made no vector: those of 16 bytes are 40 bytes of objects.
  private static final long LEAST_ALLOCATED = 32;

  /// The calls with steps between pauses for C2, whose thread may have to wait for a processor.
  private static final int CALLS_AT_ONCE = 40;

  private static final long NANOS_FOR_C2 = 5_000_000;
  private static final long MOST_NANOS_FOR_C2 = 8_000_000_000L;

  /// How many times as long as the plain loop a compiled one may take: plain loops become slower in
  /// a JVM that runs many splits.
  private static final double NO_SLOWER = 1.15;

  private static final long STEADY_NANOS = 5_000_000;
  private static final long COMPARE_NANOS = 300_000_000;

  /// A pause after a warm-up. Callers come to use the loop, and the next warm-up is for none that
  /// it has replaced.
  private static final long PAUSE_NANOS = 20_000_000;

  private static final AtomicBoolean IS_WARMING_UP = new AtomicBoolean();
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

  private final List<Object> name;
  private final Supplier<MethodHandle> linker;
  private final AtomicLong plainBytes = new AtomicLong();
  private volatile long next = WARM_UP_BYTES;
  private volatile @Nullable MethodHandle ready;

  /// @param name for the log
  /// @param linker finds the loop; may load the Vector API
  public Loop(List<Object> name, Supplier<MethodHandle> linker) {
    this.name = name;
    this.linker = linker;
  }

  /// The loop, if it is compiled and fast.
  public @Nullable MethodHandle ifReady() {
    return ready;
  }

  /// Counts bytes that the plain loop has moved, and starts a warm-up in the background after
  /// enough of them.
  public void moved(long bytes, Supplier<Trial> trial) {
    if (ready == null
        && plainBytes.addAndGet(bytes) >= next
        && !IS_WARMING_UP.get()
        && IS_WARMING_UP.compareAndSet(false, true)
        && !Background.LOOPS.offer(() -> warmUp(trial))) {
      IS_WARMING_UP.set(false);
    }
  }

  private void warmUp(Supplier<Trial> trial) {
    try {
      MethodHandle loop = linker.get();
      Trial work = trial.get();
      boolean isFast = isCompiled(loop, work) && isFast(loop, work);
      ready = isFast ? loop : null;
      LOG.debug(
          "{} is {}", name, isFast ? "compiled, and fast" : "not compiled, or slower than plain");
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      LOG.debug("{} cannot be tried: {}", name, e.toString());
    } finally {
      next = plainBytes.get() * PATIENCE;
      LockSupport.parkNanos(PAUSE_NANOS);
      IS_WARMING_UP.set(false);
    }
  }

  private static void call(int times, Trial trial, MethodHandle loop, int steps) {
    for (int i = 0; i < times && !Background.LOOPS.isClosing(); i++) {
      trial.byLoop.accept(loop, steps);
    }
  }

  /// Calls the loop until it is compiled.
  ///
  /// @return false if that takes too long
  private static boolean isCompiled(MethodHandle loop, Trial trial) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Calls calls = trial.calls;
    long end = System.nanoTime() + MOST_NANOS_FOR_C2;
    for (int run = 1; !Background.LOOPS.isClosing() && System.nanoTime() - end < 0; run++) {
      call(calls.idle, trial, loop, -IDLE_ITERATIONS);
      long before = threads.getCurrentThreadAllocatedBytes();
      trial.byLoop.accept(loop, calls.steps);
      if (threads.getCurrentThreadAllocatedBytes() - before < LEAST_ALLOCATED) {
        return true;
      }
      if (run % CALLS_AT_ONCE == 0) {
        LockSupport.parkNanos(NANOS_FOR_C2);
      }
    }
    return false;
  }

  private static boolean isFast(MethodHandle loop, Trial trial) {
    WarmUp comparison = new WarmUp(NO_SLOWER * trial.times, 0, 0, STEADY_NANOS, COMPARE_NANOS);
    WarmUp.Times times =
        comparison.times(
            () -> trial.byPlain.accept(trial.steps),
            () -> trial.byLoop.accept(loop, trial.steps),
            Background.LOOPS::isClosing);
    LOG.debug(
        "{} steps: plain {} ns, vectors {} ns", trial.steps, times.baseline(), times.candidate());
    return !Background.LOOPS.isClosing() && comparison.isMet(times);
  }

  /// Uses the loop from the first call.
  public Loop withoutWarmUp() {
    ready = linker.get();
    return this;
  }
}
