package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.backend.OpenClException;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.fake.FakeStore;
import io.cleave.opencl.route.DeviceInfo;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// On a driver that mixes launches up, a turn ends when what was launched in it has.
@Timeout(30)
class TurnsTest {
  private static final DeviceInfo POCL = FakeStore.processor("Portable Computing Language");
  private static final DeviceInfo INTEL = FakeStore.processor("Intel(R) OpenCL");

  private int settled;

  /// A device of a driver, which counts how often its queue was emptied.
  private final class Session extends RelaySession<FakeMemory, FakeEvent> {
    private final DeviceInfo facts;

    Session(DeviceInfo facts) {
      super(new FakeSession(1, true, true));
      this.facts = facts;
    }

    @Override
    public DeviceInfo facts() {
      return facts;
    }

    @Override
    public void settle() {
      settled++;
    }
  }

  private void failMidway(DeviceInfo facts) {
    try (Session session = new Session(facts)) {
      OpenClException midway = new OpenClException("clEnqueueNDRangeKernel", -5, "the second");
      assertThatThrownBy(
              () ->
                  Turns.queued(
                      session,
                      () -> {
                        throw midway;
                      }))
          .isSameAs(midway);
    }
  }

  @Test
  void whatIsLaunchedBeforeAFailureEndsInTheTurn() throws InterruptedException {
    failMidway(POCL);
    assertThat(settled).isEqualTo(1);
    AtomicBoolean next = new AtomicBoolean();
    Thread other = Thread.ofPlatform().start(() -> Turns.take(POCL, () -> next.set(true)));
    other.join();
    assertThat(next).isTrue();
  }

  @Test
  void elsewhereNobodyWaits() {
    failMidway(INTEL);
    assertThat(settled).isZero();
  }
}
