package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.opencl.jocl.JoclUserDevice;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.JoclApi;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a program calls that uses Jocl itself.
@Tag("device")
@Timeout(60)
class JoclQueueTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 2, 3), 1, Cut.byLengths(1, 0, 2));

  @Test
  void splitsTheCallersBuffers() {
    try (JoclUserDevice user = JoclUserDevice.open(false);
        JoclSplitter splitter = JoclSplitter.borrow(user.context(), user.queue(), Route.FUSED)) {
      assertThat(splitter.device()).isEqualTo(PlatformUnderTest.device(new JoclApi()).device());
      assertThat(splitter.explain(PLAN)).startsWith("route fused (asked for)");
      splitter.prepare(PLAN);
      cl_mem data = user.buffer(new byte[] {1, 2, 3, 4, 5, 6, 7});
      cl_mem first = user.buffer(new byte[2]);
      cl_mem last = user.buffer(new byte[5]);
      splitter.enqueue(PLAN.without(1), data, first, user.buffer(new byte[4]));
      user.finish();
      assertThat(user.read(first, 0, 2)).containsExactly(1, 4);
      splitter.enqueue(
          PLAN.only(2, 0), Region.of(data, 1), List.of(Region.of(last, 1), Region.of(first)));
      user.finish();
      assertThat(user.read(first, 0, 2)).containsExactly(2, 5);
      assertThat(user.read(last, 0, 5)).containsExactly(0, 3, 4, 6, 7);
    }
  }

  @Test
  void submitsAfterEvents() {
    SplitPlan halves = SplitPlan.of(Layout.of(ElementType.U8, 2, 2), 1, Cut.intoEqualParts(2));
    try (JoclUserDevice user = JoclUserDevice.open(true);
        JoclSplitter splitter = JoclSplitter.borrow(user.context(), user.queue())) {
      cl_mem data = user.buffer(new byte[] {1, 2, 3, 4});
      cl_mem result = user.buffer(new byte[4]);
      cl_event gate = user.gate();
      cl_event split =
          splitter.submit(
              halves, Region.of(data), List.of(Region.of(result), Region.of(result, 2)), gate);
      user.open(gate, 0);
      cl_event stacked =
          splitter.submit(halves.stacked(0), Region.of(data), List.of(Region.of(result)), split);
      splitter.enqueue(halves.stacked(0), data, user.buffer(new byte[4]));
      user.await(stacked);
      assertThat(user.read(result, 0, 4)).containsExactly(1, 3, 2, 4);
      user.finish();
      List.of(gate, split, stacked).forEach(user::release);
    }
  }
}
