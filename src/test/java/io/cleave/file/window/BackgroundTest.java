package io.cleave.file.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundTest {
  private final Background background = new Background("test-background");

  @AfterEach
  void close() {
    background.close();
    Thread.interrupted();
  }

  /// Runs a task and returns once it is over.
  private void runWhole() throws IOException, InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    background.run(over::countDown);
    over.await();
    Thread.sleep(20);
  }

  @Test
  void anInterruptIsHeardThoughTheTaskIsOver() throws IOException, InterruptedException {
    runWhole();
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(background::await)
        .withMessage("the work on files was interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anInterruptIsHeardBeforeAnotherTask() throws IOException, InterruptedException {
    runWhole();
    Thread.currentThread().interrupt();
    boolean[] ran = {false};
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> background.run(() -> ran[0] = true));
    background.close();
    assertThat(ran[0]).isFalse();
  }

  @Test
  void aFailureIsTheNextCallers() throws IOException {
    background.run(
        () -> {
          throw new IOException("full");
        });
    assertThatExceptionOfType(IOException.class).isThrownBy(background::await).withMessage("full");
    background.await();
    background.run(
        () -> {
          throw new IllegalStateException("gone");
        });
    assertThatIllegalStateException().isThrownBy(() -> background.run(() -> {}));
  }
}
