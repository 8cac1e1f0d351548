package io.cleave.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.spi.Background;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// When loops on vectors take over from plain ones.
class LoopTest {
  private static final long MUCH = 32L << 20;

  private final MethodHandle handle = MethodHandles.constant(String.class, "a loop");
  private final Loop loop = new Loop("loop", () -> handle);
  private final AtomicInteger trials = new AtomicInteger();

  private void miss(long bytes, boolean isFaster) throws InterruptedException {
    loop.missed(
        bytes,
        () -> {
          trials.incrementAndGet();
          return trial(isFaster);
        });
    CountDownLatch done = new CountDownLatch(1);
    assertThat(Background.LOOPS.offer(done::countDown)).isTrue();
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void takesOverWhenMuchWasMovedAndItIsFaster() throws InterruptedException {
    miss(MUCH - 1, true);
    assertThat(loop.ifReady()).isNull();
    miss(1, true);
    assertThat(loop.ifReady()).isSameAs(handle);
    miss(MUCH, true);
    assertThat(trials).hasValue(1);
  }

  @Test
  void isTriedAgainLaterWhereItIsNoFaster() throws InterruptedException {
    miss(MUCH, false);
    miss(MUCH, true);
    assertThat(loop.ifReady()).isNull();
    assertThat(trials).hasValue(1);
    miss(4 * MUCH, true);
    assertThat(loop.ifReady()).isSameAs(handle);
  }

  /// As long as another warm-up is under way, none is started, and none is put off.
  @Test
  void warmsUpOneLoopAtATime() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Loop other = new Loop("other", () -> handle);
    other.missed(
        MUCH,
        () -> {
          begun.countDown();
          await(end);
          return trial(true);
        });
    assertThat(await(begun)).isTrue();
    loop.missed(MUCH, () -> trial(true));
    end.countDown();
    miss(1, false);
    assertThat(trials.get()).isLessThanOrEqualTo(1);
    miss(MUCH * 8, true);
    assertThat(loop.ifReady()).isSameAs(handle);
    assertThat(other.ifReady()).isSameAs(handle);
  }

  private static Loop.Trial trial(boolean isFaster) {
    return new Loop.Trial(
        Loop.FEW_STEPS,
        (_, steps) -> spin(isFaster ? 0 : steps),
        steps -> spin(isFaster ? steps : 0),
        1);
  }

  private static void spin(int steps) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < steps * 1000L) {
      Thread.onSpinWait();
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
