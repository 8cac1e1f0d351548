package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A pool does every piece once, fails cleanly, and holds on to nothing.
@Timeout(30)
class WorkersTest {
  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  private static void run(int pieces, LongConsumer work) {
    Workers.run(work, pieces, 3, true);
  }

  private void requireEveryPieceOnce() {
    AtomicIntegerArray done = new AtomicIntegerArray(1000);
    run(1000, i -> done.incrementAndGet((int) i));
    for (int i = 0; i < done.length(); i++) {
      assertThat(done.get(i)).isEqualTo(1);
    }
  }

  /// Jobs of as many pieces take turns in their order.
  @Test
  void doesEveryPieceOnceInBothOrders() {
    for (int round = 0; round < 1000; round++) {
      requireEveryPieceOnce();
    }
  }

  @Test
  void throwsWhatAPieceThrowsAndWorksOn() {
    for (int round = 0; round < 1000; round++) {
      AtomicBoolean returned = new AtomicBoolean();
      AtomicInteger late = new AtomicInteger();
      LongConsumer failing =
          i -> {
            late.addAndGet(returned.get() ? 1 : 0);
            if (i == 37) {
              throw new IllegalStateException("piece 37");
            }
          };
      assertThatThrownBy(() -> run(100, failing)).hasMessage("piece 37");
      returned.set(true);
      requireEveryPieceOnce();
      assertThat(late).hasValue(0);
    }
  }

  @Test
  void aCallerWorksAloneWhileThePoolIsBusyAndNothingStaysReachable() throws InterruptedException {
    CompletableFuture<Boolean> busy = new CompletableFuture<>();
    CompletableFuture<Boolean> release = new CompletableFuture<>();
    LongConsumer work =
        _ -> {
          busy.complete(true);
          release.join();
        };
    Thread other = Thread.ofPlatform().start(() -> run(3, work));
    busy.join();
    requireEveryPieceOnce();
    requireForgotten();
    release.complete(true);
    other.join();
    requireForgotten();
  }

  private void requireForgotten() throws InterruptedException {
    WeakReference<LongConsumer> finished = runAndForget();
    while (finished.get() != null) {
      System.gc();
      Thread.sleep(10);
    }
  }

  private WeakReference<LongConsumer> runAndForget() {
    byte[] memory = new byte[1];
    LongConsumer work = _ -> memory[0]++;
    run(2, work);
    return new WeakReference<>(work);
  }

  @Test
  void anInterruptedCallerWaitsAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    requireEveryPieceOnce();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aHelperThatWasInterruptedWorksOn() throws InterruptedException {
    Thread helper = helper(() -> {});
    helper.interrupt();
    while (helper.isInterrupted()) {
      Thread.sleep(1);
    }
    requireEveryPieceOnce();
  }

  @Test
  void helpersInheritNothingFromTheFirstCaller() throws Exception {
    AtomicReference<@Nullable String> seen = new AtomicReference<>();
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader foreign = new URLClassLoader(new URL[0])) {
      INHERITED.set("the caller's");
      Thread.currentThread().setContextClassLoader(foreign);
      Thread helper = helper(() -> seen.set(INHERITED.get()));
      assertThat(helper.getContextClassLoader()).isNotSameAs(foreign);
      assertThat(seen).hasValue(null);
    } finally {
      Thread.currentThread().setContextClassLoader(own);
      INHERITED.remove();
    }
  }

  /// The first helper of the pool, once it has done something.
  private static Thread helper(Runnable task) {
    Thread caller = Thread.currentThread();
    AtomicReference<Thread> helper = new AtomicReference<>(caller);
    Phaser both = new Phaser(2);
    run(
        2,
        _ -> {
          if (!caller.equals(Thread.currentThread())) {
            helper.set(Thread.currentThread());
            task.run();
          }
          both.arriveAndAwaitAdvance();
        });
    return helper.get();
  }
}
