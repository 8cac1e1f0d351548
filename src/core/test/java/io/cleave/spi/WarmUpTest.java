package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// The limits of a warm-up. What it finds is in the tests of its users.
class WarmUpTest {
  private static final WarmUp WARM_UP = new WarmUp(1, 0, 6_000, 2_500_000_000L);

  private static void park(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(nanos / 4);
    }
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
