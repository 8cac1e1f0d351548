package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.cleave.backend.Workshop;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
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
  private static void awaitWorkshop() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    while (!Workshop.LOOPS.offer(done::countDown)) {
      Thread.onSpinWait();
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void isClosedUntilMuchWentBy() throws InterruptedException {
    Gate gate = new Gate("loop");
    gate.miss(MUCH - 1, saying(true));
    awaitWorkshop();
    assertThat(gate.isOpen()).isFalse();
    assertThat(trials).hasValue(0);
    gate.miss(1, saying(true));
    awaitWorkshop();
    assertThat(gate.isOpen()).isTrue();
    assertThat(trials).hasValue(1);
  }

  @Test
  void staysClosedToWhatIsNoFaster() throws InterruptedException {
    Gate gate = new Gate("loop");
    gate.miss(MUCH, saying(false));
    awaitWorkshop();
    gate.miss(MUCH, saying(true));
    awaitWorkshop();
    assertThat(gate.isOpen()).isFalse();
    assertThat(trials).hasValue(1);
  }

  @Test
  void isTriedThriceAtMost() throws InterruptedException {
    Gate gate = new Gate("loop");
    for (long bytes = MUCH; bytes < MUCH << 30; bytes *= 2) {
      gate.miss(bytes, saying(false));
      awaitWorkshop();
    }
    assertThat(trials).hasValue(3);
  }

  @Test
  void staysClosedIfATrialFails() throws InterruptedException {
    Gate gate = new Gate("loop");
    gate.miss(
        MUCH,
        _ -> {
          throw new IllegalStateException("on purpose");
        });
    awaitWorkshop();
    assertThat(gate.isOpen()).isFalse();
  }

  @Test
  void runsGoByPlainLoopsUntilItIsOpen() throws InterruptedException {
    AtomicInteger byFast = new AtomicInteger();
    AtomicInteger byPlain = new AtomicInteger();
    Gate gate = new Gate("loop");
    MemorySegment bytes = MemorySegment.ofArray(new byte[1]);
    GatedMover mover =
        new GatedMover(
            gate,
            Kinds.of(bytes, bytes),
            new Strip(2, 0, 1),
            (_, _, _, _, _) -> byFast.incrementAndGet(),
            (_, _, _, _, _) -> {
              byPlain.incrementAndGet();
              spin();
            });
    mover.move(bytes, 0, bytes, 0, 1);
    assertThat(byPlain).hasValue(1);
    assertThat(byFast).hasValue(0);
    mover.move(bytes, 0, bytes, 0, (int) MUCH);
    awaitWorkshop();
    assertThat(gate.isOpen()).isTrue();
    int before = byPlain.get();
    mover.move(bytes, 0, bytes, 0, 1);
    assertThat(byPlain).hasValue(before);
  }

  @Test
  void columnsGoByPlainLoopsUntilItIsOpen() throws InterruptedException {
    AtomicInteger byPlain = new AtomicInteger();
    Gate gate = new Gate("loop");
    MemorySegment bytes = MemorySegment.ofArray(new byte[1]);
    Mover slow =
        (_, _, _, _, _) -> {
          byPlain.incrementAndGet();
          spin();
        };
    GatedRowsMover mover =
        new GatedRowsMover(
            gate, Kinds.of(bytes, bytes), 1, (_, _, _, _, _) -> {}, null, List.of(slow, slow));
    MemorySegment[] parts = {bytes, bytes};
    mover.move(bytes, 0, parts, 0, (int) MUCH);
    assertThat(byPlain.get()).isGreaterThanOrEqualTo(2);
    awaitWorkshop();
    assertThat(gate.isOpen()).isTrue();
    int before = byPlain.get();
    mover.move(bytes, 0, parts, 0, 1);
    assertThat(byPlain).hasValue(before);
  }

  @Test
  void aTrialTellsWhichOneIsFaster() {
    MemorySegment bytes = MemorySegment.ofArray(new byte[1]);
    Kinds kinds = Kinds.of(bytes, bytes);
    assertThat(trial(kinds).isFaster((_, _, _) -> {}, (_, _, _) -> spin(), () -> false)).isTrue();
    AtomicInteger asked = new AtomicInteger();
    assertThat(
            trial(kinds)
                .isFaster(
                    (_, _, _) -> spin(), (_, _, _) -> {}, () -> asked.incrementAndGet() > 100))
        .isFalse();
  }

  private static Trial trial(Kinds kinds) {
    Trial trial = Trial.of(kinds, 4, 2, 1);
    return trial == null ? fail("there are arrays of bytes") : trial;
  }

  @Test
  void aTrialHasMemoryOfTheSameKind() {
    try (Arena arena = Arena.ofShared()) {
      for (MemorySegment data :
          List.of(
              arena.allocate(1),
              MemorySegment.ofArray(new byte[1]),
              MemorySegment.ofArray(new short[1]),
              MemorySegment.ofArray(new char[1]),
              MemorySegment.ofArray(new int[1]),
              MemorySegment.ofArray(new float[1]),
              MemorySegment.ofArray(new long[1]),
              MemorySegment.ofArray(new double[1]))) {
        MemorySegment sample = SampleMemory.like(data.getClass(), 100);
        assertThat(sample).isNotNull().hasSameClassAs(data);
        assertThat(sample.byteSize()).isBetween(100L, 107L);
      }
      assertThat(SampleMemory.like(String.class, 100)).isNull();
    }
  }

  /// Takes some microseconds.
  private static void spin() {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < 5_000) {
      Thread.onSpinWait();
    }
  }
}
