package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Route;
import io.cleave.opencl.run.LwjglUserDevice;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The calls of a program that uses LWJGL itself.
@Tag("device")
@Timeout(60)
class LwjglQueueTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 2, 3), 1, Cut.byLengths(1, 0, 2));

  @Test
  void splitsTheCallersBuffers() {
    try (LwjglUserDevice user = LwjglUserDevice.open(false);
        LwjglSplitter splitter = LwjglSplitter.borrow(user.context(), user.queue(), Route.FUSED)) {
      assertThat(splitter.device()).isEqualTo(PlatformUnderTest.device(new LwjglApi()).device());
      assertThat(splitter.explain(PLAN)).startsWith("route fused (asked for)");
      splitter.prepare(PLAN);
      long data = user.buffer(new byte[] {1, 2, 3, 4, 5, 6, 7});
      long first = user.buffer(new byte[2]);
      long last = user.buffer(new byte[5]);
      splitter.enqueue(PLAN.without(1), data, first, user.buffer(new byte[4]));
      assertThat(user.read(first, 0, 2)).containsExactly(1, 4);
      List<Region<Long>> regions = List.of(Region.of(last, 1), Region.of(first));
      splitter.enqueue(PLAN.only(2, 0), Region.of(data, 1), regions);
      assertThat(user.read(first, 0, 2)).containsExactly(2, 5);
      assertThat(user.read(last, 0, 5)).containsExactly(0, 3, 4, 6, 7);
    }
  }

  @Test
  void submitsAfterEvents() {
    try (LwjglUserDevice user = LwjglUserDevice.open(true);
        LwjglSplitter splitter = LwjglSplitter.borrow(user.context(), user.queue())) {
      long data = user.buffer(new byte[] {1, 2, 3, 4, 5, 6});
      long result = user.buffer(new byte[6]);
      long gate = user.gate();
      List<Region<Long>> regions = List.of(Region.of(result, 4), Region.of(result));
      long split = splitter.submit(PLAN.only(0, 2), Region.of(data), regions, gate);
      user.open(gate, 0);
      user.await(split);
      assertThat(user.read(result, 0, 6)).containsExactly(2, 3, 5, 6, 1, 4);
      List.of(gate, split).forEach(user::release);
    }
  }

  @Test
  void refusesHandlesThatDoNotBelongTogether() {
    try (LwjglUserDevice user = LwjglUserDevice.open(true);
        LwjglUserDevice other = LwjglUserDevice.open(true)) {
      refused(other.context(), user.queue(), "the queue belongs to context 0x");
      refused(0, user.queue(), "the context is null; give a live one");
      refused(user.context(), 0, "the queue is null; give a live one");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Region.of(1L, -1))
        .withMessage("a region must begin at byte 0 or later, not -1");
  }

  private static void refused(long context, long queue, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LwjglSplitter.borrow(context, queue))
        .withMessageStartingWith(message);
  }
}
