package io.cleave.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private static Worker started(Chore chore, Duration time) {
    Worker worker = new Worker(List.of(chore), 1, System.nanoTime() + time.toNanos());
    worker.start();
    return worker;
  }

  private static void untilItEnds(Worker worker) throws InterruptedException {
    while (worker.isAtWork()) {
      Thread.sleep(1);
    }
  }

  @Test
  void endsWhenTheTimeIsOver() throws InterruptedException {
    Worker worker = started(_ -> 2, Duration.ofMillis(50));
    untilItEnds(worker);
    assertThat(worker.right()).isPositive().isEven();
    assertThat(Soak.complaints(worker, LONG)).isEmpty();
    assertThat(worker.atThis()).isZero();
  }

  @Test
  void stopsAtWhatIsWrong() throws InterruptedException {
    Worker worker =
        started(
            _ -> {
              throw new AssertionError("element 3 is wrong");
            },
            LONG);
    untilItEnds(worker);
    assertThat(Soak.complaints(worker, LONG))
        .containsExactly("a worker failed: java.lang.AssertionError: element 3 is wrong");
  }

  @Test
  void isFoundToHang() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Worker worker =
        started(
            _ -> {
              end.await();
              return 0;
            },
            Duration.ofSeconds(1));
    while (worker.atThis() < 10_000_000) {
      Thread.sleep(1);
    }
    assertThat(Soak.complaints(worker, LONG)).isEmpty();
    assertThat(Soak.complaints(worker, Duration.ofMillis(5))).containsExactly("a worker hangs");
    end.countDown();
    untilItEnds(worker);
  }
}
