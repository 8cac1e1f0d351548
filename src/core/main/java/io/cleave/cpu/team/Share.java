package io.cleave.cpu.team;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One thread's share in a work: it begins once or never, and can be waited for.
final class Share implements Runnable {
  /// Null as soon as somebody has begun or dropped it: a share that waits in a queue behind a long
  /// work must not keep the caller's memory reachable.
  private final AtomicReference<@Nullable Pieces> pieces;

  /// How long a caller looks out for the end of another's share before it sleeps, in nanoseconds:
  /// both end at about the same time, and to wake it takes longer.
  private static final long LOOKOUT = 20_000;

  private final CountDownLatch done = new CountDownLatch(1);
  private volatile @Nullable Throwable failure;

  Share(Pieces pieces) {
    this.pieces = new AtomicReference<>(pieces);
  }

  private Share() {
    this.pieces = new AtomicReference<>();
  }

  /// A share in nothing.
  static Share none() {
    return new Share();
  }

  @Override
  public void run() {
    Pieces taken = pieces.getAndSet(null);
    if (taken == null) {
      return;
    }
    try {
      taken.drain();
    } catch (RuntimeException | Error e) {
      failure = e;
      taken.abandon();
    } finally {
      done.countDown();
    }
  }

  /// Waits until this share is over; one that has not begun never will. An interrupted caller waits
  /// too: its memory may be freed as soon as it returns.
  void join() {
    if (pieces.getAndSet(null) != null) {
      return;
    }
    long begin = System.nanoTime();
    while (done.getCount() > 0 && System.nanoTime() - begin < LOOKOUT) {
      Thread.onSpinWait();
    }
    boolean interrupted = false;
    while (done.getCount() > 0) {
      try {
        done.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Throws what ended this share early, if anything did.
  void throwFailure() {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new AssertionError("a share fails unchecked only", e);
    }
  }
}
