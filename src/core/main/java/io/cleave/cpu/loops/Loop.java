package io.cleave.cpu.loops;

import io.cleave.spi.Background;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Loop on the Vector API with its warm-up guard: the plain loop stands in until C2 has compiled
/// this one and it has measured faster. Before, it runs in an interpreter, where every operation
/// allocates, and takes a hundred times as long.
///
/// There is one warm-up at a time in a process, and none is queued: the loop that is in use when
/// the last one has ended is next, and none waits for loops that are no longer used.
///
/// Safe for use by many threads.
public final class Loop {
  /// Compares a loop with the plain one that stands in for it.
  @FunctionalInterface
  public interface Trial {
    /// Runs both on memory of its own until they are compiled.
    ///
    /// @param isCancelled whether the process is ending
    boolean isFaster(MethodHandle loop, BooleanSupplier isCancelled);
  }

  /// The bytes that plain loops move before the first warm-up. They take 1 to 10 ms.
  private static final long WARM_UP_BYTES = 32L << 20;

  /// A warm-up may come when the compiler is busy, so another one follows when so many times as
  /// much has been moved. (u8 in two, 256 KiB, in a JVM that had just begun: 1.4 times as long as
  /// plain loops at the first one, a tenth of their time at the second.)
  private static final long PATIENCE = 4;

  private static final AtomicBoolean IS_WARMING_UP = new AtomicBoolean();
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

  private final String name;
  private final Supplier<MethodHandle> linker;
  private final AtomicLong missed = new AtomicLong();
  private volatile long next = WARM_UP_BYTES;
  private volatile @Nullable MethodHandle ready;

  /// @param name for the log
  /// @param linker finds the loop, which may take as long as loading the Vector API
  public Loop(String name, Supplier<MethodHandle> linker) {
    this.name = name;
    this.linker = linker;
  }

  /// The loop, if it is compiled and faster.
  public @Nullable MethodHandle ifReady() {
    return ready;
  }

  /// Counts what the plain loop has moved, and starts a warm-up in the background if it is time.
  public void missed(long bytes, Trial trial) {
    if (ready == null
        && missed.addAndGet(bytes) >= next
        && !IS_WARMING_UP.get()
        && IS_WARMING_UP.compareAndSet(false, true)
        && !Background.LOOPS.offer(() -> warmUp(trial))) {
      IS_WARMING_UP.set(false);
    }
  }

  private void warmUp(Trial trial) {
    try {
      MethodHandle loop = linker.get();
      boolean isFaster = trial.isFaster(loop, Background.LOOPS::isClosing);
      ready = isFaster ? loop : null;
      LOG.debug("{} is {}", name, isFaster ? "compiled, and faster" : "no faster than plain loops");
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      LOG.debug("{} cannot be tried: {}", name, e.toString());
    } finally {
      next = missed.get() * PATIENCE;
      IS_WARMING_UP.set(false);
    }
  }

  /// Does without a warm-up.
  public Loop withoutWarmUp() {
    ready = linker.get();
    return this;
  }
}
