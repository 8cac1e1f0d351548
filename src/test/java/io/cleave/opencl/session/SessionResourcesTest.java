package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.OpenClException;
import io.cleave.opencl.route.launch.KernelVariant;
import io.cleave.opencl.session.SessionResources.Ownership;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is given back, how often and in what order, also when a driver refuses.
class SessionResourcesTest {
  private static final class Recorded extends SessionResources<String, String> {
    final List<String> calls = new ArrayList<>();
    private final List<String> refused;
    private int exhausted;

    Recorded(Ownership ownership, String... refused) {
      super("a device", ownership);
      this.refused = List.of(refused);
    }

    void call(String what) {
      calls.add(what);
      if (exhausted > 0) {
        exhausted--;
        throw new OutOfMemoryError(what);
      }
      if (refused.contains(what)) {
        throw new OpenClException(what, -5, "refused");
      }
    }

    @Override
    protected void finish() {
      call("finish");
    }

    @Override
    protected void releaseBuffer(String buffer) {
      call(buffer);
    }

    @Override
    protected long address(String buffer) {
      return 0xABC;
    }

    @Override
    protected void releaseEvent(String event) {
      call(event);
    }

    @Override
    protected void releaseQueue() {
      call("queue");
    }

    @Override
    protected void releaseContext() {
      call("context");
    }
  }

  private record RecordedKernel(Recorded resources) implements ClKernel {
    @Override
    public KernelVariant variant() {
      return KernelVariant.of("k", Map.of());
    }

    @Override
    public void close() {
      if (resources.removeKernel(this)) {
        resources.call("kernel");
      }
    }
  }

  private static Recorded filled(Ownership ownership, String... refused) {
    var resources = new Recorded(ownership, refused);
    assertThat(resources.addBuffer("buffer")).isEqualTo("buffer");
    assertThat(resources.addEvent("event")).isEqualTo("event");
    var kernel = new RecordedKernel(resources);
    assertThat(resources.addKernel(kernel)).isSameAs(kernel);
    assertThat(resources.live()).isEqualTo(3);
    return resources;
  }

  @Test
  void ownThingsAreReleasedOnceAfterTheQueueIsEmpty() {
    Recorded resources = filled(Ownership.OWN);
    resources.close();
    resources.close();
    assertThat(resources.calls)
        .containsExactly("finish", "event", "kernel", "buffer", "queue", "context");
    assertThat(resources.live()).isZero();
  }

  @Test
  void borrowedThingsAreNotWaitedForAndEventsAreTheUsers() {
    Recorded resources = filled(Ownership.BORROWED);
    resources.close();
    assertThat(resources.calls).containsExactly("kernel", "buffer", "queue", "context");
  }

  @Test
  void aRefusalDoesNotKeepTheRestFromBeingReleased() {
    Recorded resources = filled(Ownership.OWN, "finish", "buffer", "context");
    assertThatExceptionOfType(OpenClException.class)
        .isThrownBy(resources::close)
        .withMessage("finish failed with CL_OUT_OF_RESOURCES (-5): refused")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
    assertThat(resources.calls)
        .containsExactly("finish", "event", "kernel", "buffer", "queue", "context");
    resources.close();
    assertThat(resources.calls).hasSize(6);
  }

  @Test
  void anOwnQueueIsSettledUnlessTheDriverRefuses() {
    assertThat(filled(Ownership.OWN).settle()).isTrue();
    assertThat(filled(Ownership.OWN, "finish").settle()).isFalse();
    Recorded users = filled(Ownership.BORROWED);
    assertThat(users.settle()).isFalse();
    assertThat(users.calls).isEmpty();
  }

  @Test
  void settlingGoesOnUntilThereIsMemoryForIt() {
    Recorded resources = filled(Ownership.OWN);
    resources.exhausted = 3;
    assertThat(resources.settle()).isTrue();
    assertThat(resources.calls).containsExactly("finish", "finish", "finish", "finish");
  }

  @Test
  void whoeverHasNoMemoryToWaitWaitsForAnOwnQueueAsAWhole() {
    Recorded resources = filled(Ownership.OWN);
    resources.exhausted = 1;
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> resources.await(() -> resources.call("wait")));
    assertThat(resources.calls).containsExactly("wait", "finish");
  }

  @Test
  void whoeverHasNoMemoryToWaitTriesAgainOnAQueueOfTheUsers() {
    Recorded resources = filled(Ownership.BORROWED);
    resources.exhausted = 3;
    resources.await(() -> resources.call("wait"));
    assertThat(resources.calls).containsExactly("wait", "wait", "wait", "wait");
  }

  @Test
  void nothingIsReleasedTwice() {
    Recorded resources = filled(Ownership.OWN);
    resources.freeBuffer("buffer");
    resources.freeEvent("event");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> resources.freeBuffer("buffer"))
        .withMessage(
            "memory 0xABC is not the session's, or was freed already; free once what the session"
                + " made");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> resources.freeEvent("event"))
        .withMessage(
            "the event is not the session's, or was released already; release once what it made");
    assertThat(resources.calls).containsExactly("buffer", "event");
    resources.close();
  }
}
