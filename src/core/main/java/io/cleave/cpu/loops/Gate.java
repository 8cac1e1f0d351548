package io.cleave.cpu.loops;

import io.cleave.spi.Background;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets nobody through to a loop on vectors before HotSpot has compiled it, and nobody at all where
/// it is no faster than the plain one: until then it runs in an interpreter, where every operation
/// allocates, and takes a hundred times as long. There is one for each loop.
///
/// Safe for use by many threads.
public final class Gate {
  /// Something that goes by plain loops as long as its gate is closed.
  interface Gated {
    /// Tries the loop on vectors beside the plain one.
    ///
    /// @param isOver whether the process is ending
    /// @return whether it is faster
    boolean isFaster(BooleanSupplier isOver);
  }

  /// What plain loops move before a trial is worth its while: as much as takes them 1 to 10 ms.
  private static final long TRIAL_BYTES = 32L << 20;

  /// A trial may come when the compiler is busy, so there is another when so many times as much has
  /// gone by, and so on. (u8 in two, 256 KiB, in a JVM that had just begun: 1.4 times as long as
  /// plain loops at the first trial, a tenth of their time at the second.)
  private static final long PATIENCE = 4;

  private static final int MOST_TRIALS = 4;
  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

  private final String name;
  private final AtomicLong missed = new AtomicLong();
  private final AtomicBoolean isTrying = new AtomicBoolean();
  private volatile boolean isOpen;
  private volatile long next = TRIAL_BYTES;

  /// Counted by the workshop alone.
  private int trials;

  /// @param name of the loop
  public Gate(String name) {
    this.name = name;
  }

  boolean isOpen() {
    return isOpen;
  }

  /// Counts what went by plain loops, and has the loop tried if it is time.
  void miss(long bytes, Gated gated) {
    long all = missed.addAndGet(bytes);
    if (all >= next && isTrying.compareAndSet(false, true)) {
      if (!Background.LOOPS.offer(() -> attempt(gated))) {
        isTrying.set(false);
      }
    }
  }

  private void attempt(Gated gated) {
    try {
      // Who asked may have looked before the last trial ended.
      if (!isOpen) {
        isOpen = gated.isFaster(Background.LOOPS::isClosing);
        trials++;
        LOG.debug("{} is {}", name, isOpen ? "compiled, and faster" : "no faster than plain loops");
      }
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      // Such as memory that is not there for a trial. It does not count.
      LOG.debug("{} is not tried: {}", name, e.getMessage());
    } finally {
      next = trials < MOST_TRIALS ? missed.get() * PATIENCE : Long.MAX_VALUE;
      isTrying.set(false);
    }
  }
}
