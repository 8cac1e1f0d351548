package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Route;
import io.cleave.opencl.run.JoclUserDevice;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.JoclApi;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The calls of a program that uses JOCL itself.
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
      assertThat(user.read(first, 0, 2)).containsExactly(1, 4);
      List<Region<cl_mem>> regions = List.of(Region.of(last, 1), Region.of(first));
      splitter.enqueue(PLAN.only(2, 0), Region.of(data, 1), regions);
      assertThat(user.read(first, 0, 2)).containsExactly(2, 5);
      assertThat(user.read(last, 0, 5)).containsExactly(0, 3, 4, 6, 7);
    }
  }

  @Test
  void submitsAfterEvents() {
    try (JoclUserDevice user = JoclUserDevice.open(true);
        JoclSplitter splitter = JoclSplitter.borrow(user.context(), user.queue())) {
      cl_mem data = user.buffer(new byte[] {1, 2, 3, 4, 5, 6});
      cl_mem result = user.buffer(new byte[6]);
      cl_event gate = user.gate();
      List<Region<cl_mem>> regions = List.of(Region.of(result, 4), Region.of(result));
      cl_event split = splitter.submit(PLAN.only(0, 2), Region.of(data), regions, gate);
      user.open(gate, 0);
      user.await(split);
      assertThat(user.read(result, 0, 6)).containsExactly(2, 3, 5, 6, 1, 4);
      List.of(gate, split).forEach(user::release);
    }
  }

  @Test
  void refusesHandlesThatDoNotBelongTogether() {
    try (JoclUserDevice user = JoclUserDevice.open(true);
        JoclUserDevice other = JoclUserDevice.open(true)) {
      refused(other.context(), user.queue(), "the queue belongs to context 0x");
      refused(new cl_context(), user.queue(), "the context is null; give a live one");
      refused(user.context(), new cl_command_queue(), "the queue is null; give a live one");
    }
  }

  private static void refused(cl_context context, cl_command_queue queue, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JoclSplitter.borrow(context, queue))
        .withMessageStartingWith(message);
  }
}
