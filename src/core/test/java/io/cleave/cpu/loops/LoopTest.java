package io.cleave.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.spi.Background;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// When loops on vectors take over from plain ones.
@Timeout(60)
class LoopTest {
  private static final long MUCH = 1 << 20;
  private static final IntSupplier FAST = () -> 1;

  private final MethodHandle handle = MethodHandles.constant(String.class, "a loop");
  private final Loop loop = new Loop(List.of("loop"), () -> handle);
  private final AtomicInteger trials = new AtomicInteger();
  byte[] boxed = {};

  /// @param micros the microseconds of a step by the loop, of which the plain one takes 2
  private void miss(long bytes, IntSupplier micros) {
    loop.moved(
        bytes,
        () -> {
          trials.incrementAndGet();
          return trial(micros);
        });
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    assertThat(Background.LOOPS.offer(() -> done.complete(true))).isTrue();
    assertThat(done.join()).isTrue();
  }

  @Test
  void takesOverWhenMuchWasMovedAndItIsFaster() {
    miss(MUCH - 1, FAST);
    assertThat(loop.ifReady()).isNull();
    miss(1, FAST);
    assertThat(loop.ifReady()).isSameAs(handle);
    miss(MUCH, FAST);
    assertThat(trials).hasValue(1);
  }

  @Test
  void isTriedAgainLaterWhereItIsNoFaster() {
    miss(MUCH, () -> 3);
    miss(MUCH, FAST);
    assertThat(loop.ifReady()).isNull();
    assertThat(trials).hasValue(1);
    miss(4 * MUCH, FAST);
    assertThat(loop.ifReady()).isSameAs(handle);
  }

  /// C2 may take a second where callers keep all processors busy. Until then vectors are objects.
  @Test
  void waitsForTheCompiler() {
    long begin = System.nanoTime();
    miss(MUCH, () -> System.nanoTime() - begin < 800_000_000 ? (boxed = new byte[30]).length : 1);
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
          return trial(FAST);
        });
    begun.join();
    loop.moved(MUCH, () -> trial(FAST));
    end.complete(true);
    miss(1, () -> 3);
    assertThat(trials.get()).isLessThanOrEqualTo(1);
    miss(MUCH * 8, FAST);
    assertThat(loop.ifReady()).isSameAs(handle);
    assertThat(other.ifReady()).isSameAs(handle);
  }

  private static Loop.Trial trial(IntSupplier micros) {
    return new Loop.Trial(
        Loop.UNCOMPILED_STEPS,
        (_, steps) -> spin(micros.getAsInt() * steps),
        steps -> spin(2 * steps),
        1,
        Loop.Calls.MANY);
  }

  private static void spin(int micros) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < micros * 1000L) {}
  }
}
