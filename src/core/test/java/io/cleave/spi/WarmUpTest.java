package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// The times that a warm-up finds.
class WarmUpTest {
  private static final WarmUp WARM_UP = new WarmUp(1, 0, 6_000, 2_500_000_000L);

  private static void park(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(nanos / 4);
    }
  }

  private static WarmUp.Times times(Runnable baseline, Runnable candidate) {
    return WARM_UP.times(baseline, candidate, () -> false);
  }

  @Test
  void findsTheFasterOne() {
    WarmUp.Times times = times(() -> park(2_000_000), () -> park(200_000));
    assertThat(WARM_UP.isMet(times)).isTrue();
    assertThat(times.ratio()).isLessThan(1);
  }

  @Test
  void waitsForACandidateThatIsStillSlow() {
    AtomicInteger runs = new AtomicInteger();
    WarmUp.Times times =
        times(() -> park(500_000), () -> park(runs.incrementAndGet() < 100 ? 5_000_000 : 100_000));
    assertThat(WARM_UP.isMet(times)).isTrue();
  }

  @Test
  void endsItsPatience() {
    WarmUp.Times times =
        new WarmUp(1, 0, 0, 50_000_000).times(() -> {}, () -> park(1_000_000), () -> false);
    assertThat(times.ratio()).isGreaterThan(1);
  }

  @Test
  void allowsForAStart() {
    WarmUp.Times times = new WarmUp.Times(1000, 4000);
    assertThat(new WarmUp(3, 0, 0, 0).isMet(times)).isFalse();
    assertThat(new WarmUp(3, 1000, 0, 0).isMet(times)).isTrue();
  }

  @Test
  void endsWhenItIsCancelled() {
    AtomicInteger runs = new AtomicInteger();
    WARM_UP.times(runs::incrementAndGet, () -> park(1_000_000), () -> runs.get() >= 3);
    assertThat(runs).hasValue(3);
  }
}
