package io.cleave.cpu;

import io.cleave.cpu.loops.Specialized;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Process-wide pool of helper threads that take tasks of one job together with the caller.
///
/// The pool has one job at a time; a second caller does its tasks alone. A caller never depends on
/// a helper: it does what no helper takes. Threads spin for a moment before they sleep, since
/// waking one takes as long as copying a MiB.
///
/// Safe for use by many threads.
final class Workers {
  /// Nanoseconds that a thread spins before it sleeps, about as long as waking it takes.
  static final long SPIN = 20_000;

  private static final AtomicReference<@Nullable Job> CURRENT = new AtomicReference<>();

  /// Changed by the caller alone whose job is the current one.
  private static final List<Helper> HELPERS = new ArrayList<>();

  /// How the tasks of the last job were shared.
  private static volatile Shares last = Shares.NONE;

  private Workers() {}

  /// Executes all tasks and returns when the last one is done. If tasks fail, a failure is thrown
  /// when no thread touches the memory any more.
  ///
  /// In calls with the same memory, each thread finds most of its tasks in its own cache: the
  /// caller begins with the first task, and helpers with the last one.
  ///
  /// @param threads how many may work on it, the caller among them
  /// @param isPingPong true if every other job of as many tasks is done in reverse order. A thread
  ///   whose tasks exceed its cache then begins with those that are still in it
  static void run(LongConsumer work, long tasks, int threads, boolean isPingPong) {
    int helpers = (int) Math.min(threads, tasks) - 1;
    Job job = new Job(work, tasks, helpers, isPingPong ? last : Shares.NONE);
    if (helpers < 1 || !CURRENT.compareAndSet(null, job)) {
      job.drain(true);
      return;
    }
    try {
      wake(helpers);
      job.drainOrFail(true);
    } finally {
      job.close();
      last = new Shares(tasks, job.byCaller, job.isReversed);
      CURRENT.set(null);
    }
    Throwable failure = job.failure.get();
    if (failure != null) {
      throw Specialized.unchecked(failure);
    }
  }

  private static void wake(int count) {
    try {
      while (HELPERS.size() < count) {
        Helper helper = new Helper("cleave-cpu-" + (HELPERS.size() + 1));
        helper.thread.start();
        HELPERS.add(helper);
      }
    } catch (OutOfMemoryError e) {
      // The system has no thread left; nothing is lost but speed.
    }
    for (int i = 0; i < Math.min(count, HELPERS.size()); i++) {
      Helper helper = HELPERS.get(i);
      if (helper.isAsleep) {
        LockSupport.unpark(helper.thread);
      }
    }
  }

  /// @param byCaller how many tasks the caller took; helpers took the others
  private record Shares(long tasks, long byCaller, boolean isReversed) {
    private static final Shares NONE = new Shares(0, 0, true);
  }

  private static final class Job {
    /// Added to the number of active helpers when no more may join.
    private static final int CLOSED = Integer.MIN_VALUE;

    private final LongConsumer work;
    private final long tasks;
    private final int most;
    private final Thread caller = Thread.currentThread();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong byHelpers = new AtomicLong();
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final boolean isReversed;

    /// The number of tasks that the caller took in the last job.
    private final long middle;

    private long byCaller;

    /// @param most how many helpers may join
    Job(LongConsumer work, long tasks, int most, Shares last) {
      this.work = work;
      this.tasks = tasks;
      this.most = most;
      this.isReversed = last.tasks == tasks && !last.isReversed;
      this.middle = last.byCaller;
    }

    /// Does tasks until none is left.
    void drain(boolean isCaller) {
      while (taken.getAndIncrement() < tasks) {
        work.accept(
            isCaller
                ? task(byCaller++, middle)
                : tasks - 1 - task(byHelpers.getAndIncrement(), tasks - middle));
      }
    }

    /// The task that a side takes after `done` others, counted from its end.
    ///
    /// @param share how many tasks it takes in reverse order before it takes those of the other
    ///   side
    private long task(long done, long share) {
      long reversed = done < share ? share - 1 - done : tasks - 1 - (done - share);
      return isReversed ? reversed : done;
    }

    /// Drains; keeps a failure, and leaves no task after it.
    void drainOrFail(boolean isCaller) {
      try {
        drain(isCaller);
      } catch (RuntimeException | Error e) {
        taken.set(tasks);
        failure.compareAndSet(null, e);
      }
    }

    /// Takes tasks in a helper's thread.
    ///
    /// @return false if there are none left, enough helpers, or the caller has closed the job
    boolean help() {
      for (int now = active.get(); now >= 0 && now < most && taken.get() < tasks; ) {
        if (active.compareAndSet(now, now + 1)) {
          drainOrFail(false);
          if (active.decrementAndGet() == CLOSED) {
            LockSupport.unpark(caller);
          }
          return true;
        }
        now = active.get();
      }
      return false;
    }

    /// Lets no more helpers join, and waits for those at work. An interrupted caller waits too: its
    /// memory may be freed as soon as it returns.
    void close() {
      int left = active.addAndGet(CLOSED);
      long begin = System.nanoTime();
      boolean isInterrupted = false;
      while (left != CLOSED) {
        if (System.nanoTime() - begin < SPIN) {
          Thread.onSpinWait();
        } else {
          LockSupport.park(this);
          isInterrupted |= Thread.interrupted();
        }
        left = active.get();
      }
      if (isInterrupted) {
        caller.interrupt();
      }
    }
  }

  private static final class Helper {
    private final Thread thread;
    private volatile boolean isAsleep;

    Helper(String name) {
      // It outlives the first caller, and must keep neither its values nor its class loader.
      this.thread =
          Thread.ofPlatform()
              .daemon()
              .name(name)
              .inheritInheritableThreadLocals(false)
              .unstarted(this::work);
    }

    private void work() {
      long begin = System.nanoTime();
      while (true) {
        if (helped()) {
          begin = System.nanoTime();
        } else if (System.nanoTime() - begin < SPIN) {
          Thread.onSpinWait();
        } else {
          sleep();
          begin = System.nanoTime();
        }
      }
    }

    /// A separate method, so that no frame keeps the last job while the thread sleeps.
    private static boolean helped() {
      Job job = CURRENT.get();
      return job != null && job.help();
    }

    private void sleep() {
      isAsleep = true;
      // A job from now on wakes the thread; one from before is seen here.
      if (!helped()) {
        LockSupport.park(this);
        // While it counts as interrupted, it could not sleep.
        boolean _ = Thread.interrupted();
      }
      isAsleep = false;
    }
  }
}
