package io.cleave.cpu.kernel;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/// Keeps what a thread works in for the next one: some KiB that are cleared and brought into the
/// cache at each call cost pixels that become planes a seventh of their rate.
///
/// As many as the processors are kept. Safe for use by many threads, which do not wait for each
/// other.
///
/// @param <T> what is used by one thread at a time
public final class Spares<T> {
  private static final int SLOTS =
      Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1);

  private final AtomicReferenceArray<T> kept = new AtomicReferenceArray<>(SLOTS);
  private final Supplier<T> make;

  /// @param make makes one where none is left
  public Spares(Supplier<T> make) {
    this.make = make;
  }

  /// One that nobody else has.
  public T take() {
    T mine = kept.getAndSet(slot(), null);
    return mine == null ? make.get() : mine;
  }

  /// Gives back what [#take()] gave; what was used by a call that failed may be given back, too.
  public void give(T thing) {
    kept.setRelease(slot(), thing);
  }

  private static int slot() {
    return (int) Thread.currentThread().threadId() & (SLOTS - 1);
  }
}
