package io.cleave.spi;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Executors for work that no call should wait for, each with one daemon thread.
///
/// The threads stay, since Intel's driver keeps some 36 MB for each thread that ever compiled. They
/// inherit nothing from the thread that starts them: neither thread locals nor a class loader.
public final class Background {
  /// Compiles and warms up loops.
  public static final Background LOOPS = new Background("cleave-loops");

  /// Opens devices, compiles their kernels, and warms them up. Loops would wait for seconds behind
  /// a driver's compiler.
  public static final Background DEVICES = new Background("cleave-devices");

  /// A driver that is compiling while the process takes it down may end it with a signal, so the
  /// process waits for it for so long.
  private static final long SHUTDOWN_SECONDS = 2;

  private static final int MOST_WAITING = 64;

  private final ThreadPoolExecutor executor;

  private Background(String name) {
    BlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    ThreadFactory factory = thread().daemon().name(name).factory();
    executor = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, waiting, factory);
    try {
      Runtime.getRuntime().addShutdownHook(thread().unstarted(this::shutDown));
    } catch (IllegalStateException e) {
      // The process is ending already.
      shutDown();
    }
  }

  private static Thread.Builder.OfPlatform thread() {
    return Thread.ofPlatform().inheritInheritableThreadLocals(false);
  }

  private void shutDown() {
    executor.getQueue().clear();
    executor.shutdown();
    try {
      boolean _ = executor.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// True if the process is ending, and every task should.
  public boolean isClosing() {
    return executor.isShutdown();
  }

  /// True if a task takes processor time, so that measurements would be wrong.
  public boolean isBusy() {
    return executor.getActiveCount() > 0;
  }

  /// Runs a task some time.
  ///
  /// @return false if too many are waiting, or no thread can be had
  public boolean offer(Runnable task) {
    try {
      executor.execute(task);
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      return false;
    }
  }
}
