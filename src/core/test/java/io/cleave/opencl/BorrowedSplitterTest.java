package io.cleave.opencl;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.run.JoclUserDevice;
import io.cleave.opencl.run.LwjglUserDevice;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.run.UserDevice;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The calls of programs that use a binding themselves. What a split on their queues does is in the
/// tests of [io.cleave.opencl.run.QueueSplitter].
@Tag("device")
@Timeout(60)
class BorrowedSplitterTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 2, 3), 1, Cut.byLengths(1, 0, 2));

  /// `submit` or `enqueue` of a binding.
  private interface Call<M, E> {
    E call(SplitPlan plan, Region<M> data, List<Region<M>> parts, E gate);
  }

  @Test
  void lwjgl() {
    try (LwjglUserDevice user = new LwjglUserDevice(true);
        LwjglUserDevice other = new LwjglUserDevice(true);
        LwjglSplitter splitter = LwjglSplitter.borrow(user.context(), user.queue(), Route.FUSED)) {
      long data = user.buffer(new byte[] {1, 2, 3, 4, 5, 6});
      long first = user.buffer(new byte[2]);
      splitter.enqueue(PLAN.without(1), data, first, user.buffer(new byte[4]));
      user.finish();
      assertThat(user.read(first, 0, 2)).containsExactly(1, 4);
      splits(user, splitter, splitter::submit);
      refuses(
          () -> LwjglSplitter.borrow(other.context(), user.queue()),
          "the queue belongs to context 0x");
      refuses(() -> LwjglSplitter.borrow(0, user.queue()), "the context is null; give a live one");
      refuses(() -> LwjglSplitter.borrow(user.context(), 0), "the queue is null; give a live one");
    }
    refuses(() -> Region.of(1L, -1), "a region must begin at byte 0 or later, not -1");
  }

  @Test
  void jocl() {
    try (JoclUserDevice user = new JoclUserDevice(true);
        JoclUserDevice other = new JoclUserDevice(true);
        JoclSplitter splitter = JoclSplitter.borrow(user.context(), user.queue(), Route.FUSED)) {
      splits(user, splitter, splitter::submit);
      refuses(
          () -> JoclSplitter.borrow(other.context(), user.queue()),
          "the queue belongs to context 0x");
      refuses(
          () -> JoclSplitter.borrow(new cl_context(), user.queue()),
          "the context is null; give a live one");
      refuses(
          () -> JoclSplitter.borrow(user.context(), new cl_command_queue()),
          "the queue is null; give a live one");
    }
  }

  private static <M, E> void splits(
      UserDevice<M, E> user, BorrowedSplitter<M, E> splitter, Call<M, E> submit) {
    Device device = PlatformUnderTest.device(new LwjglApi()).device();
    assertThat(splitter.device()).isEqualTo(device);
    assertThat(splitter.explain(PLAN)).startsWith("route fused (asked for)");
    splitter.prepare(PLAN);
    Region<M> data = Region.of(user.buffer(new byte[] {1, 2, 3, 4, 5, 6, 7}), 1);
    M result = user.buffer(new byte[7]);
    splitter.enqueue(PLAN.only(0), data, List.of(Region.of(result, 5)));
    user.finish();
    assertThat(user.read(result, 0, 7)).containsExactly(0, 0, 0, 0, 0, 2, 5);
    E gate = user.gate();
    List<Region<M>> regions = List.of(Region.of(result, 4), Region.of(result));
    E split = submit.call(PLAN.only(0, 2), data, regions, gate);
    user.open(gate, 0);
    user.await(split);
    assertThat(user.read(result, 0, 7)).containsExactly(3, 4, 6, 7, 2, 5, 5);
    List.of(gate, split).forEach(user::release);
  }
}
