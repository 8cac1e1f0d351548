package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Closing beside calls of other threads.
class UsageTest {
  private static final int WORKERS = 4;

  private final Usage usage = new Usage("the splitter");
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CountDownLatch entered = new CountDownLatch(WORKERS);

  @Test
  @Timeout(20)
  void noCallIsUnderWayWhenItIsClosedAndNoneBeginsThen() throws Exception {
    try (var threads = Executors.newFixedThreadPool(WORKERS)) {
      List<Future<Integer>> workers =
          Stream.generate(() -> threads.submit(this::enterUntilClosed)).limit(WORKERS).toList();
      entered.await();
      while (!closed.get()) {
        try {
          assertThat(usage.close()).isTrue();
          closed.set(true);
        } catch (IllegalStateException e) {
          assertThat(e).hasMessageContaining("in use by");
        }
      }
      assertThat(inside).as("calls under way after closing").hasValue(0);
      for (Future<Integer> worker : workers) {
        assertThat(worker.get()).as("calls let in after closing").isZero();
      }
    }
  }

  private int enterUntilClosed() {
    int late = 0;
    while (!Thread.currentThread().isInterrupted()) {
      boolean isLate = closed.get();
      try (var _ = usage.enter()) {
        inside.incrementAndGet();
        late += isLate ? 1 : 0;
        inside.decrementAndGet();
      } catch (IllegalStateException e) {
        return late;
      }
      entered.countDown();
    }
    return late;
  }
}
