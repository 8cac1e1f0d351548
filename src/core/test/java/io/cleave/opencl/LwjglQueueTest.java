package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.opencl.lwjgl.LwjglUserDevice;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a program calls that uses Lwjgl itself.
@Tag("device")
@Timeout(60)
class LwjglQueueTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(2, 3), ElementType.U8, 1, 1, 0, 2);

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
      splitter.enqueue(PLAN.without(1), data, first, 0, user.buffer(new byte[4]));
      user.finish();
      assertThat(user.read(first, 0, 2)).containsExactly(1, 4);
      splitter.enqueue(
          PLAN, Region.of(data, 1), Arrays.asList(Region.of(first), null, Region.of(last, 1)));
      user.finish();
      assertThat(user.read(first, 0, 2)).containsExactly(2, 5);
      assertThat(user.read(last, 0, 5)).containsExactly(0, 3, 4, 6, 7);
    }
  }

  @Test
  void submitsAfterEvents() {
    SplitPlan halves = SplitPlan.intoEqualParts(Shape.of(2, 2), ElementType.U8, 1, 2);
    try (LwjglUserDevice user = LwjglUserDevice.open(true);
        LwjglSplitter splitter = LwjglSplitter.borrow(user.context(), user.queue())) {
      long data = user.buffer(new byte[] {1, 2, 3, 4});
      long result = user.buffer(new byte[4]);
      long gate = user.gate();
      long split =
          splitter.submit(
              halves,
              Region.of(data),
              Arrays.asList(Region.of(result), Region.of(result, 2)),
              gate);
      user.open(gate, 0);
      long stacked = splitter.submit(halves.stacked(0), Region.of(data), Region.of(result), split);
      splitter.enqueue(halves.stacked(0), Region.of(data), Region.of(user.buffer(new byte[4])));
      user.await(stacked);
      assertThat(user.read(result, 0, 4)).containsExactly(1, 3, 2, 4);
      user.finish();
      Arrays.asList(gate, split, stacked).forEach(user::release);
    }
  }
}
