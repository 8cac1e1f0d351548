package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// The times that a warm-up finds.
class WarmUpTest {
  private static void park(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(nanos / 4);
    }
  }

  @Test
  void findsTheFasterOne() {
    WarmUp times = WarmUp.of(() -> park(2_000_000), () -> park(200_000), 1, 0, () -> false);
    assertThat(times.isWithin(1, 0)).isTrue();
    assertThat(times.ratio()).isLessThan(1);
  }

  @Test
  void waitsForACandidateThatIsStillSlow() {
    AtomicInteger runs = new AtomicInteger();
    WarmUp times =
        WarmUp.of(
            () -> park(500_000),
            () -> park(runs.incrementAndGet() < 100 ? 5_000_000 : 100_000),
            1,
            0,
            () -> false);
    assertThat(times.isWithin(1, 0)).isTrue();
  }

  @Test
  void allowsForAStart() {
    WarmUp times = new WarmUp(1000, 4000);
    assertThat(times.isWithin(3, 0)).isFalse();
    assertThat(times.isWithin(3, 1000)).isTrue();
    assertThat(times.ratio()).isEqualTo(4);
  }

  @Test
  void endsWhenItIsCancelled() {
    AtomicInteger runs = new AtomicInteger();
    WarmUp.of(runs::incrementAndGet, () -> park(1_000_000), 1, 0, () -> runs.get() >= 3);
    assertThat(runs).hasValue(3);
  }
}
