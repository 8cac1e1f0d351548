package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.opencl.fake.FakeDevice;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a splitter leaves alone on a queue in order on which the user's own command waits for
/// something that the user does next. The device in memory tells a wait that would last for ever.
class FakeGatedQueueTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, 1, 3, 7);

  private final FakeSession session = FakeSession.inOrder(5);
  private final FakeEvent gate = new FakeEvent("the gate");
  private final FakeEvent users = session.marker(List.of(gate));
  private final QueueSplitter<FakeMemory, FakeEvent> splitter =
      new QueueSplitter<>(session, RouteName.FUSED);

  @Test
  void closesWhileTheQueueWaits() {
    FakeDevice device = FakeDevice.with(session, PLAN, 0);
    FakeEvent done = splitter.enqueue(PLAN, device.data(), device.separate(0), List.of());
    splitter.close();
    assertThat(done.hasEnded()).isFalse();
    assertThat(session.live()).as("the two events").isEqualTo(2);
  }

  @Test
  void splitsAfterACommandOfTheUsersHasFailed() {
    FakeDevice device = FakeDevice.with(session, PLAN, 0);
    List<@Nullable Region<FakeMemory>> parts = device.separate(0);
    FakeEvent first = splitter.enqueue(PLAN, device.data(), parts, List.of(users));
    gate.end(-5);
    while (!first.hasEnded()) {
      session.flush();
    }
    FakeEvent second = splitter.enqueue(PLAN, device.data(), parts, List.of());
    session.await(second);
    device.requireSplit(parts);
    List.of(users, first, second).forEach(session::release);
    splitter.close();
    assertThat(session.live()).isZero();
  }
}
