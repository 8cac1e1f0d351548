package io.cleave.soak;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A thread that takes one chore after the other.
final class Worker {
  private final List<Chore> chores;
  private final Random random;
  private final long deadline;
  private final Thread thread;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile long begun = System.nanoTime();
  private final AtomicLong right = new AtomicLong();

  /// @param chores each as often as it is to be chosen
  /// @param deadline in nanoseconds of the system's clock
  Worker(List<Chore> chores, long seed, long deadline) {
    this.chores = List.copyOf(chores);
    this.random = new Random(seed);
    this.deadline = deadline;
    this.thread = Thread.ofPlatform().name("worker " + seed).daemon().unstarted(this::work);
  }

  void start() {
    thread.start();
  }

  private void work() {
    try {
      while (System.nanoTime() < deadline) {
        begun = System.nanoTime();
        right.addAndGet(chores.get(random.nextInt(chores.size())).run(random));
      }
    } catch (Throwable e) {
      failure.set(e);
    }
  }

  boolean isAtWork() {
    return thread.isAlive();
  }

  /// How many splits were right.
  long right() {
    return right.get();
  }

  /// Why it stopped, if it did so before its time.
  @Nullable Throwable failure() {
    return failure.get();
  }

  /// For how many nanoseconds it has been at the chore that it is at.
  long atThis() {
    return isAtWork() ? System.nanoTime() - begun : 0;
  }
}
