package io.cleave.opencl.jocl;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.opencl.JoclSplitter;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Handles of a context and a queue that a program must not lend.
@Tag("device")
@Timeout(60)
class JoclBorrowTest {
  @Test
  void contextAndQueueBelongTogether() {
    try (JoclUserDevice user = JoclUserDevice.open(true);
        JoclUserDevice other = JoclUserDevice.open(true)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JoclSplitter.borrow(other.context(), user.queue()))
          .withMessageContainingAll("the queue belongs to context 0x", "made in");
    }
  }

  @Test
  void nullHandlesAreRefused() {
    try (JoclUserDevice user = JoclUserDevice.open(true)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JoclSplitter.borrow(new cl_context(), user.queue()))
          .withMessage("the context is null; give a live one");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JoclSplitter.borrow(user.context(), new cl_command_queue()))
          .withMessage("the queue is null; give a live one");
    }
  }
}
