package io.cleave.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.spi.Background;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// When loops on vectors take over from plain ones.
@Timeout(60)
class LoopTest {
  private static final long MUCH = 1 << 20;

  private final MethodHandle handle = MethodHandles.constant(String.class, "a loop");
  private final Loop loop = new Loop(List.of("loop"), () -> handle);
  private final AtomicInteger trials = new AtomicInteger();

  private void miss(long bytes, boolean isFaster) {
    loop.moved(
        bytes,
        () -> {
          trials.incrementAndGet();
          return trial(isFaster);
        });
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    assertThat(Background.LOOPS.offer(() -> done.complete(true))).isTrue();
    assertThat(done.join()).isTrue();
  }

  @Test
  void takesOverWhenMuchWasMovedAndItIsFaster() {
    miss(MUCH - 1, true);
    assertThat(loop.ifReady()).isNull();
    miss(1, true);
    assertThat(loop.ifReady()).isSameAs(handle);
    miss(MUCH, true);
    assertThat(trials).hasValue(1);
  }

  @Test
  void isTriedAgainLaterWhereItIsNoFaster() {
    miss(MUCH, false);
    miss(MUCH, true);
    assertThat(loop.ifReady()).isNull();
    assertThat(trials).hasValue(1);
    miss(4 * MUCH, true);
    assertThat(loop.ifReady()).isSameAs(handle);
  }

  /// As long as another warm-up is under way, none is started, and none is put off.
  @Test
  void warmsUpOneLoopAtATime() {
    CompletableFuture<Boolean> begun = new CompletableFuture<>();
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    Loop other = new Loop(List.of("other"), () -> handle);
    other.moved(
        MUCH,
        () -> {
          begun.complete(true);
          end.join();
          return trial(true);
        });
    begun.join();
    loop.moved(MUCH, () -> trial(true));
    end.complete(true);
    miss(1, false);
    assertThat(trials.get()).isLessThanOrEqualTo(1);
    miss(MUCH * 8, true);
    assertThat(loop.ifReady()).isSameAs(handle);
    assertThat(other.ifReady()).isSameAs(handle);
  }

  private static Loop.Trial trial(boolean isFaster) {
    return new Loop.Trial(
        Loop.UNCOMPILED_STEPS,
        (_, steps) -> spin(isFaster ? steps : 3 * steps),
        steps -> spin(isFaster ? 3 * steps : steps),
        1,
        Loop.Calls.MANY);
  }

  private static void spin(int steps) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < steps * 1000L) {
      Thread.onSpinWait();
    }
  }
}
