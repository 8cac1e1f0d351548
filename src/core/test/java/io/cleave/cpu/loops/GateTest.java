package io.cleave.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.spi.Background;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Who is let through to loops on vectors, and when.
class GateTest {
  private static final long MUCH = 32L << 20;

  private final AtomicInteger trials = new AtomicInteger();

  private Gate.Gated saying(boolean isFaster) {
    return _ -> {
      trials.incrementAndGet();
      return isFaster;
    };
  }

  /// Waits until everything is done that was offered before.
  private static void awaitBackground() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    while (!Background.LOOPS.offer(done::countDown)) {
      Thread.onSpinWait();
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void isClosedUntilMuchWentBy() throws InterruptedException {
    Gate gate = new Gate("loop");
    gate.miss(MUCH - 1, saying(true));
    awaitBackground();
    assertThat(gate.isOpen()).isFalse();
    assertThat(trials).hasValue(0);
    gate.miss(1, saying(true));
    awaitBackground();
    assertThat(gate.isOpen()).isTrue();
    assertThat(trials).hasValue(1);
  }

  @Test
  void staysClosedToWhatIsNoFaster() throws InterruptedException {
    Gate gate = new Gate("loop");
    gate.miss(MUCH, saying(false));
    awaitBackground();
    gate.miss(MUCH, saying(true));
    awaitBackground();
    assertThat(gate.isOpen()).isFalse();
    assertThat(trials).hasValue(1);
  }

  /// Such as one without memory.
  @Test
  void aTrialThatFailsDoesNotCount() throws InterruptedException {
    Gate gate = new Gate("loop");
    for (int i = 0; i < 10; i++) {
      gate.miss(
          MUCH << (3 * i),
          _ -> {
            throw new UnsupportedOperationException("on purpose");
          });
      awaitBackground();
    }
    gate.miss(MUCH << 36, saying(true));
    awaitBackground();
    assertThat(gate.isOpen()).isTrue();
  }

  /// Something on vectors that takes no time.
  private static final class Fast implements Mover, Looped {
    private final Gate gate = new Gate("loop");

    @Override
    public void move(MemorySegment data, long from, MemorySegment part, long to, int rows) {}

    @Override
    public Gate gate() {
      return gate;
    }
  }

  /// Kernels that take some time and count.
  private static final class Slow implements Kernels {
    private final AtomicInteger moves = new AtomicInteger();

    @Override
    public Mover mover(Strip strip) {
      return (_, _, _, _, _) -> {
        moves.incrementAndGet();
        spin();
      };
    }
  }

  @Test
  void runsGoByPlainLoopsUntilItIsOpen() throws InterruptedException {
    Slow slow = new Slow();
    Fast fast = new Fast();
    MemorySegment bytes = MemorySegment.ofArray(new byte[1]);
    Strip strip = new Strip(2, 0, 1);
    GatedMover mover = new GatedMover(strip, slow.mover(strip), Kinds.of(bytes, bytes), () -> fast);
    mover.move(bytes, 0, bytes, 0, (int) MUCH);
    awaitBackground();
    assertThat(fast.gate().isOpen()).as("made, but not tried").isFalse();
    mover.move(bytes, 0, bytes, 0, (int) MUCH);
    awaitBackground();
    assertThat(fast.gate().isOpen()).isTrue();
    int before = slow.moves.get();
    mover.move(bytes, 0, bytes, 0, 1);
    assertThat(slow.moves).hasValue(before);
  }

  @Test
  void aTrialTellsWhichOneIsFaster() {
    MemorySegment bytes = MemorySegment.ofArray(new byte[1]);
    Kinds kinds = Kinds.of(bytes, bytes);
    assertThat(trial(kinds).isFaster((_, _, _) -> {}, (_, _, _) -> spin(), () -> false)).isTrue();
    assertThat(trial(kinds).isFaster((_, _, _) -> {}, (_, _, _) -> spin(), () -> true)).isFalse();
    AtomicInteger asked = new AtomicInteger();
    assertThat(
            trial(kinds)
                .isFaster(
                    (_, _, _) -> spin(), (_, _, _) -> {}, () -> asked.incrementAndGet() > 100))
        .isFalse();
  }

  private static Trial trial(Kinds kinds) {
    return Trial.of(kinds, 4, 2, 1);
  }

  /// Takes some microseconds.
  private static void spin() {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < 5_000) {
      Thread.onSpinWait();
    }
  }
}
