package io.cleave.cpu.loops;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Pool of scratch buffers. Allocating and clearing some KiB in each call would cost a split of
/// pixels into planes a seventh of its rate.
///
/// It keeps at most twice as many buffers as there are processors, by a soft reference: a program
/// with hundreds of plans has a pool for each of them. Safe for use by many threads, without locks.
///
/// @param <T> a buffer, used by one thread at a time
public final class ScratchPool<T> {
  private static final int SLOTS =
      2 * Integer.highestOneBit(Runtime.getRuntime().availableProcessors());

  private final Supplier<T> make;

  /// One soft reference for all buffers, so that taking and giving back allocates nothing. Threads
  /// race to replace it after it was cleared, and a buffer may get lost.
  private volatile SoftReference<AtomicReferenceArray<T>> kept = new SoftReference<>(null);

  /// @param make makes a buffer if none is left
  public ScratchPool(Supplier<T> make) {
    this.make = make;
  }

  /// A buffer that no other thread uses.
  public T take() {
    T mine = spare();
    // No frame refers to the other buffers here, so that they can be collected to make room.
    return mine == null ? make.get() : mine;
  }

  private @Nullable T spare() {
    AtomicReferenceArray<T> all = kept.get();
    T found = null;
    for (int i = 0; all != null && found == null && i < SLOTS; i++) {
      found = all.getAndSet(slot(i), null);
    }
    return found;
  }

  /// Gives back a buffer.
  public void give(T thing) {
    AtomicReferenceArray<T> all = kept.get();
    if (all == null) {
      all = new AtomicReferenceArray<>(SLOTS);
      kept = new SoftReference<>(all);
    }
    for (int i = 0; i < SLOTS && !all.compareAndSet(slot(i), null, thing); i++) {}
  }

  /// The slot of this thread, or one of the next.
  private static int slot(int next) {
    return (int) (Thread.currentThread().threadId() + next) & (SLOTS - 1);
  }
}
