package io.cleave.spi;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// A thread for what no call should wait for: it tries, compiles and opens what may be faster.
/// While it works nobody should be timed, for it takes a processor.
///
/// It stays: Intel's driver keeps some 36 MB for each thread that ever had it compile.
///
/// Safe for use by many threads.
public final class Workshop {
  /// Where devices are opened and challengers made fit, for all splitters of the process.
  public static final Workshop SHARED = new Workshop("cleave-race");

  /// Where loops are tried. They would wait for seconds behind a driver's compiler.
  public static final Workshop LOOPS = new Workshop("cleave-loops");

  /// A driver whose compiler is at work while the process takes it down may end it with a signal,
  /// so the process waits for it for so long.
  private static final long FAREWELL_SECONDS = 2;

  /// More wait nowhere: whoever is refused comes back.
  private static final int MOST_WAITING = 64;

  private final ThreadPoolExecutor thread;
  private volatile boolean busy;
  private volatile boolean closing;

  /// Its threads, and the one that ends it, inherit nothing: not the values of whoever calls first,
  /// nor their class loader.
  Workshop(String name) {
    thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform()
                .daemon()
                .name(name)
                .inheritInheritableThreadLocals(false)
                .factory());
    try {
      Runtime.getRuntime()
          .addShutdownHook(
              Thread.ofPlatform().inheritInheritableThreadLocals(false).unstarted(this::close));
    } catch (IllegalStateException e) {
      // The process is ending already.
      close();
    }
  }

  private void close() {
    closing = true;
    thread.getQueue().clear();
    thread.shutdown();
    try {
      boolean _ = thread.awaitTermination(FAREWELL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whether the process is ending, and every job should.
  public boolean isClosing() {
    return closing;
  }

  /// Whether a job is being done.
  public boolean isBusy() {
    return busy;
  }

  /// Does a job some time.
  ///
  /// @return false if too many wait, or there is no thread to be had
  public boolean offer(Runnable job) {
    try {
      thread.execute(() -> work(job));
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      return false;
    }
  }

  /// What a job throws is told as of any thread, and does not end this one.
  private void work(Runnable job) {
    busy = true;
    try {
      job.run();
    } catch (RuntimeException | Error e) {
      Thread own = Thread.currentThread();
      own.getUncaughtExceptionHandler().uncaughtException(own, e);
    } finally {
      busy = false;
    }
  }
}
