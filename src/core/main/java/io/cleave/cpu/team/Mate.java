package io.cleave.cpu.team;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One thread that helps whoever gives it a share. Between two shares it looks out for the next one
/// for a moment before it sleeps: to wake it takes as long as moving a MiB.
///
/// Safe for use by many threads.
public final class Mate implements Runnable, AutoCloseable {
  /// How long it looks out before it sleeps, in nanoseconds: not longer than to wake it takes.
  public static final long LOOKOUT = 20_000;

  /// Stands for a mate that takes nothing any more.
  private static final Share END = Share.none();

  private final AtomicReference<@Nullable Share> next = new AtomicReference<>();
  private final Thread thread;
  private volatile boolean asleep;

  private Mate(String name) {
    // It outlives whoever calls first, and must keep neither their values nor their class loader.
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .inheritInheritableThreadLocals(false)
            .unstarted(this);
  }

  /// Starts one.
  ///
  /// @throws OutOfMemoryError if the system has no thread left
  static Mate start(String name) {
    Mate mate = new Mate(name);
    mate.thread.start();
    return mate;
  }

  /// Gives it a share.
  ///
  /// @return false if it has one that it has not begun
  boolean offer(Share share) {
    if (!next.compareAndSet(null, share)) {
      return false;
    }
    if (asleep) {
      LockSupport.unpark(thread);
    }
    return true;
  }

  @Override
  public void run() {
    for (Share share = take(); share != END; share = take()) {
      share.run();
    }
  }

  private Share take() {
    long begin = System.nanoTime();
    while (true) {
      Share share = next.get();
      if (share == null && System.nanoTime() - begin < LOOKOUT) {
        Thread.onSpinWait();
      } else if (share == null) {
        sleep();
      } else if (share == END || next.compareAndSet(share, null)) {
        return share;
      }
    }
  }

  private void sleep() {
    asleep = true;
    // Whoever gives a share now sees that it must wake; whoever gave it before is seen here.
    if (next.get() == null) {
      LockSupport.park(this);
      // Nothing is asked of a mate but shares; while it counts as interrupted, it could not sleep.
      boolean _ = Thread.interrupted();
    }
    asleep = false;
  }

  /// Ends when it has done what it has begun.
  @Override
  public void close() {
    next.set(END);
    LockSupport.unpark(thread);
  }
}
