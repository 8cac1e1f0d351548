package io.cleave.opencl.lwjgl;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.opencl.LwjglSplitter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Handles of a context and a queue that a program must not lend.
@Tag("device")
@Timeout(60)
class BorrowedQueueTest {
  @Test
  void theQueueIsOneOfTheContext() {
    try (LwjglUserDevice user = LwjglUserDevice.open(true);
        LwjglUserDevice other = LwjglUserDevice.open(true)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LwjglSplitter.borrow(other.context(), user.queue()))
          .withMessage(
              "the queue belongs to context 0x%X, not to 0x%X; give the context it was made in",
              user.context(), other.context());
    }
  }

  @Test
  void nullHandlesAreRefused() {
    try (LwjglUserDevice user = LwjglUserDevice.open(true)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LwjglSplitter.borrow(0, user.queue()))
          .withMessage("the context is null; give a live one");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LwjglSplitter.borrow(user.context(), 0))
          .withMessage("the queue is null; give a live one");
    }
  }
}
