package io.cleave.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Thread pool whose threads take pieces of one work together with the caller.
///
/// It does one work at a time: a second caller does all pieces of its own. A caller never depends
/// on a helper, it does what no helper takes. Threads spin for a moment before they sleep, since to
/// wake one takes as long as moving a MiB.
///
/// Safe for use by many threads.
public final class ThreadPool implements AutoCloseable {
  /// How long a thread spins before it sleeps, in nanoseconds: not longer than to wake it takes.
  public static final long SPIN = 20_000;

  private final int threads;
  private final List<Helper> helpers = new ArrayList<>();
  private final AtomicBoolean isBusy = new AtomicBoolean();

  /// @param threads how many work on one call, the caller among them
  public ThreadPool(int threads) {
    this.threads = threads;
  }

  /// How many work on one call, the caller among them.
  public int threads() {
    return threads;
  }

  /// Does all pieces and returns when the last one is done. If pieces fail, a failure is thrown
  /// when no thread touches the memory any more.
  public void run(Work work) {
    Job job = new Job(work);
    if (!isBusy.compareAndSet(false, true)) {
      job.drain();
      return;
    }
    try {
      int most = Math.max(0, (int) Math.min(threads, work.pieces()) - 1);
      gather(most);
      for (int i = 0; i < Math.min(most, helpers.size()); i++) {
        helpers.get(i).offer(job);
      }
      job.drainOrFail();
    } finally {
      job.close();
      helpers.forEach(helper -> helper.withdraw(job));
      isBusy.set(false);
    }
    job.throwFailure();
  }

  /// Sees to it that there are so many helpers.
  private void gather(int count) {
    try {
      while (helpers.size() < count) {
        Helper helper = new Helper("cleave-cpu-" + (helpers.size() + 1));
        helper.thread.start();
        helpers.add(helper);
      }
    } catch (OutOfMemoryError e) {
      // The system has no thread left; nothing is lost but speed.
    }
  }

  /// Ends the threads when they have done what they have begun.
  @Override
  public void close() {
    helpers.forEach(Helper::close);
  }

  /// One work, and how many helpers are at it.
  private static final class Job {
    /// Added to the number of helpers when no more may join.
    private static final int CLOSED = Integer.MIN_VALUE;

    private final Work work;
    private final long pieces;
    private final Thread caller = Thread.currentThread();
    private final AtomicLong next = new AtomicLong();
    private final AtomicInteger atWork = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Job(Work work) {
      this.work = work;
      this.pieces = work.pieces();
    }

    /// Does pieces until there is none left.
    void drain() {
      for (long i = next.getAndIncrement(); i < pieces; i = next.getAndIncrement()) {
        work.carryOut(i);
      }
    }

    /// The same; a failure is kept, and leaves no piece for anybody.
    void drainOrFail() {
      try {
        drain();
      } catch (RuntimeException | Error e) {
        next.set(pieces);
        failure.compareAndSet(null, e);
      }
    }

    /// Does pieces in a helper's thread, unless the caller has closed the job.
    void help() {
      for (int now = atWork.get(); now >= 0; now = atWork.get()) {
        if (atWork.compareAndSet(now, now + 1)) {
          drainOrFail();
          if (atWork.decrementAndGet() == CLOSED) {
            LockSupport.unpark(caller);
          }
          return;
        }
      }
    }

    /// Lets no more helpers join, and waits for those at work. An interrupted caller waits too: its
    /// memory may be freed as soon as it returns.
    void close() {
      int left = atWork.addAndGet(CLOSED);
      long begin = System.nanoTime();
      boolean isInterrupted = false;
      while (left != CLOSED) {
        if (System.nanoTime() - begin < SPIN) {
          Thread.onSpinWait();
        } else {
          LockSupport.park(this);
          isInterrupted |= Thread.interrupted();
        }
        left = atWork.get();
      }
      if (isInterrupted) {
        caller.interrupt();
      }
    }

    void throwFailure() {
      switch (failure.get()) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new AssertionError("a piece fails unchecked only", e);
      }
    }
  }

  /// One thread of the pool.
  private static final class Helper {
    /// What it should do next.
    private final AtomicReference<@Nullable Job> next = new AtomicReference<>();

    private final Thread thread;
    private volatile boolean isAsleep;
    private volatile boolean isClosed;

    Helper(String name) {
      // It outlives the first caller, and must keep neither its values nor its class loader.
      this.thread =
          Thread.ofPlatform()
              .daemon()
              .name(name)
              .inheritInheritableThreadLocals(false)
              .unstarted(this::work);
    }

    void offer(Job job) {
      if (next.compareAndSet(null, job) && isAsleep) {
        LockSupport.unpark(thread);
      }
    }

    /// Takes an offer back: the caller's memory must not stay reachable.
    void withdraw(Job job) {
      next.compareAndSet(job, null);
    }

    void close() {
      isClosed = true;
      LockSupport.unpark(thread);
    }

    private void work() {
      while (helpOnce()) {}
    }

    /// A method of its own, so that no frame keeps the last job while the thread waits.
    private boolean helpOnce() {
      Job job = take();
      if (job != null) {
        job.help();
      }
      return job != null;
    }

    /// @return null when the pool is closed
    private @Nullable Job take() {
      long begin = System.nanoTime();
      while (!isClosed) {
        Job job = next.get() == null ? null : next.getAndSet(null);
        if (job != null) {
          return job;
        }
        if (System.nanoTime() - begin < SPIN) {
          Thread.onSpinWait();
        } else {
          sleep();
        }
      }
      return null;
    }

    private void sleep() {
      isAsleep = true;
      // An offer from now on wakes the thread; one from before is seen here.
      if (next.get() == null && !isClosed) {
        LockSupport.park(this);
        // While it counts as interrupted, it could not sleep.
        boolean _ = Thread.interrupted();
      }
      isAsleep = false;
    }
  }
}
