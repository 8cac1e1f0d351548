package io.cleave.opencl;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A thread that keeps arenas open for a virtual one, until that closes it.
///
/// There are only so many at once, however many virtual threads split: the others wait, without a
/// carrier, before they hold anything that somebody else could wait for.
final class ArenaKeeper implements AutoCloseable {
  /// A device carries out one split at a time, or a few; each keeper takes a thread of the system.
  static final int MOST = 4 * Runtime.getRuntime().availableProcessors();

  private static final Semaphore PLACES = new Semaphore(MOST);

  private final CompletableFuture<@Nullable Void> open = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> gone = new CompletableFuture<>();
  private final Thread thread;
  private volatile boolean over;

  /// Why it left.
  private volatile @Nullable Throwable failure;

  private ArenaKeeper(Consumer<Runnable> keep) {
    thread =
        Thread.ofPlatform()
            .daemon()
            .inheritInheritableThreadLocals(false)
            .name("cleave-arenas")
            .unstarted(() -> run(keep));
  }

  /// Has arenas kept open from now on.
  ///
  /// @param keep keeps them open while it runs what it is given
  /// @throws IllegalStateException if one of them is closed already
  static ArenaKeeper of(Consumer<Runnable> keep) {
    PLACES.acquireUninterruptibly();
    try {
      ArenaKeeper keeper = new ArenaKeeper(keep);
      keeper.thread.start();
      keeper.awaitOpen();
      return keeper;
    } catch (RuntimeException | Error e) {
      PLACES.release();
      throw e;
    }
  }

  private void run(Consumer<Runnable> keep) {
    try {
      keep.accept(this::stay);
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      open.complete(null);
      gone.complete(null);
    }
  }

  /// Takes no memory: whoever leaves early leaves a device with addresses of nothing.
  private void stay() {
    open.complete(null);
    while (!over) {
      LockSupport.park(this);
    }
  }

  private void awaitOpen() {
    try {
      open.join();
    } catch (Error e) {
      end();
      throw e;
    }
    switch (failure) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }

  private void end() {
    over = true;
    LockSupport.unpark(thread);
  }

  /// Returns when the arenas may be closed again.
  @Override
  public void close() {
    end();
    try {
      gone.join();
    } finally {
      PLACES.release();
    }
  }
}
