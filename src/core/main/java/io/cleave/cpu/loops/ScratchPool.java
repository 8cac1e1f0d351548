package io.cleave.cpu.loops;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Pool of scratch buffers: some KiB that are cleared and brought into the cache at each call cost
/// pixels that become planes a seventh of their rate.
///
/// It keeps as many as there are processors, until memory runs short: a program that splits by
/// hundreds of plans has some for each of them. Safe for use by many threads, which do not wait for
/// each other.
///
/// @param <T> a buffer, used by one thread at a time
public final class ScratchPool<T> {
  private static final int SLOTS =
      Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1);

  private final Supplier<T> make;

  /// One reference for all, so that nothing is allocated for what comes and goes. Threads race to
  /// replace it where it was cleared: what one gave back another may drop.
  private volatile SoftReference<AtomicReferenceArray<T>> kept = new SoftReference<>(null);

  /// @param make makes one where none is left
  public ScratchPool(Supplier<T> make) {
    this.make = make;
  }

  /// A buffer that no other thread has.
  public T take() {
    T mine = spare();
    // No frame holds the others here, so that they can be collected for what is made.
    return mine == null ? make.get() : mine;
  }

  private @Nullable T spare() {
    AtomicReferenceArray<T> all = kept.get();
    return all == null ? null : all.getAndSet(slot(), null);
  }

  /// Gives back what [#take()] gave; what was used by a call that failed may be given back, too.
  public void give(T thing) {
    AtomicReferenceArray<T> all = kept.get();
    if (all == null) {
      all = new AtomicReferenceArray<>(SLOTS);
      kept = new SoftReference<>(all);
    }
    all.setRelease(slot(), thing);
  }

  private static int slot() {
    return (int) Thread.currentThread().threadId() & (SLOTS - 1);
  }
}
