package io.cleave.cpu.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A team does every piece once, fails cleanly, and holds on to nothing.
@Timeout(30)
class TeamTest {
  private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

  private final Team team = new Team(3);

  @AfterEach
  void close() {
    team.close();
  }

  private static Work work(long pieces, LongConsumer piece) {
    return new Work() {
      @Override
      public long pieces() {
        return pieces;
      }

      @Override
      public void carryOut(long number) {
        piece.accept(number);
      }
    };
  }

  @Test
  void doesEveryPieceOnce() {
    requireEveryPieceOnce();
  }

  private void requireEveryPieceOnce() {
    AtomicIntegerArray done = new AtomicIntegerArray(1000);
    team.run(work(1000, i -> done.incrementAndGet((int) i)));
    for (int i = 0; i < done.length(); i++) {
      assertThat(done.get(i)).isEqualTo(1);
    }
  }

  @Test
  void throwsWhatAPieceThrowsAndWorksOn() {
    Work failing =
        work(
            100,
            i -> {
              if (i == 37) {
                throw new IllegalStateException("piece 37");
              }
            });
    assertThatThrownBy(() -> team.run(failing)).hasMessage("piece 37");
    requireEveryPieceOnce();
  }

  @Test
  void aCallerDoesAloneWhatNoHelperTakes() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    Thread busy = new Thread(() -> team.run(work(3, _ -> await(release))));
    busy.start();
    requireEveryPieceOnce();
    release.countDown();
    busy.join();
  }

  @Test
  void keepsNoFinishedWorkReachable() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    Thread busy = new Thread(() -> team.run(work(3, _ -> await(release))));
    busy.start();
    while (busy.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    WeakReference<Work> finished = runAndForget();
    while (finished.get() != null) {
      System.gc();
      Thread.sleep(10);
    }
    release.countDown();
    busy.join();
  }

  private WeakReference<Work> runAndForget() {
    byte[] memory = new byte[1];
    Work work = work(2, _ -> memory[0]++);
    team.run(work);
    return new WeakReference<>(work);
  }

  @Test
  void asManyThreadsAsThereAreNumbersDoFewPieces() {
    try (Team large = new Team(Integer.MAX_VALUE)) {
      AtomicInteger done = new AtomicInteger();
      large.run(work(2, _ -> done.incrementAndGet()));
      assertThat(done).hasValue(2);
    }
  }

  @Test
  void aMateThatWasInterruptedSleepsAgain() throws InterruptedException {
    Thread mate = mate(() -> {});
    mate.interrupt();
    while (mate.isInterrupted()) {
      Thread.sleep(1);
    }
    requireEveryPieceOnce();
  }

  @Test
  void matesInheritNothingFromWhoCalledFirst() throws Exception {
    AtomicReference<String> seen = new AtomicReference<>();
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader foreign = new URLClassLoader(new URL[0])) {
      INHERITED.set("the caller's");
      Thread.currentThread().setContextClassLoader(foreign);
      Thread mate = mate(() -> seen.set(INHERITED.get()));
      assertThat(mate.getContextClassLoader()).isNotSameAs(foreign);
      assertThat(seen).hasValue(null);
    } finally {
      Thread.currentThread().setContextClassLoader(own);
      INHERITED.remove();
    }
  }

  /// The team's first mate, once it has done something.
  private Thread mate(Runnable task) {
    Thread caller = Thread.currentThread();
    AtomicReference<Thread> mate = new AtomicReference<>(caller);
    CountDownLatch both = new CountDownLatch(2);
    team.run(
        work(
            2,
            _ -> {
              if (!caller.equals(Thread.currentThread())) {
                mate.set(Thread.currentThread());
                task.run();
              }
              both.countDown();
              await(both);
            }));
    return mate.get();
  }

  /// Here a work throws what no share catches; elsewhere it may be the JVM.
  @Test
  void waitsForMatesWhateverIsThrown() {
    Thread caller = Thread.currentThread();
    AtomicBoolean failed = new AtomicBoolean();
    AtomicInteger busy = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(3);
    Work failing =
        new Work() {
          @Override
          public long pieces() {
            if (failed.get() && caller.equals(Thread.currentThread())) {
              throw new IllegalStateException("not to be counted");
            }
            return 3;
          }

          @Override
          public void carryOut(long piece) {
            busy.incrementAndGet();
            all.countDown();
            await(all);
            if (caller.equals(Thread.currentThread())) {
              busy.decrementAndGet();
              failed.set(true);
              throw new IllegalStateException("a piece");
            }
            pause();
            busy.decrementAndGet();
          }
        };
    assertThatThrownBy(() -> team.run(failing)).hasMessage("not to be counted");
    assertThat(busy).hasValue(0);
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
