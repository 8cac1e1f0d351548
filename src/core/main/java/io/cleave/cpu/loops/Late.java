package io.cleave.cpu.loops;

import io.cleave.spi.Background;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is made in the background as soon as it is worth it, and used when its gate is open.
///
/// Safe for use by many threads.
///
/// @param <T> what is made; it is [Looped], or of no use
final class Late<T> {
  /// What goes by before anything is made.
  private static final long WORTH_BYTES = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(Late.class);

  private final Supplier<@Nullable T> maker;
  private final AtomicLong missed = new AtomicLong();
  private final AtomicBoolean isAsked = new AtomicBoolean();
  private volatile @Nullable T made;
  private volatile @Nullable Gate gate;

  Late(Supplier<@Nullable T> maker) {
    this.maker = maker;
  }

  /// What was made, if its gate is open.
  @Nullable T ifOpen() {
    Gate known = gate;
    return known != null && known.isOpen() ? made : null;
  }

  /// What was made; null if nothing was yet.
  @Nullable T made() {
    return made;
  }

  /// Counts what went by.
  void miss(long bytes, Gate.Gated gated) {
    Gate known = gate;
    if (known != null) {
      known.miss(bytes, gated);
    } else if (!isAsked.getPlain()
        && missed.addAndGet(bytes) >= WORTH_BYTES
        && isAsked.compareAndSet(false, true)
        && !Background.LOOPS.offer(this::make)) {
      isAsked.set(false);
    }
  }

  private void make() {
    try {
      T thing = maker.get();
      made = thing;
      if (thing instanceof Looped looped) {
        gate = looped.gate();
      }
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      LOG.debug("nothing goes by vectors here: {}", e.toString());
    }
  }
}
