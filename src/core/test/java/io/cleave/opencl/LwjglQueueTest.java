package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.opencl.lwjgl.LwjglUserDevice;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a program calls that uses Lwjgl itself.
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
    try (LwjglUserDevice user = LwjglUserDevice.open(true);
        LwjglSplitter splitter = LwjglSplitter.borrow(user.context(), user.queue())) {
      long data = user.buffer(new byte[] {1, 2, 3, 4});
      long result = user.buffer(new byte[4]);
      long gate = user.gate();
      long split =
          splitter.submit(
              halves, Region.of(data), List.of(Region.of(result), Region.of(result, 2)), gate);
      user.open(gate, 0);
      long stacked =
          splitter.submit(halves.stacked(0), Region.of(data), List.of(Region.of(result)), split);
      splitter.enqueue(halves.stacked(0), data, user.buffer(new byte[4]));
      user.await(stacked);
      assertThat(user.read(result, 0, 4)).containsExactly(1, 3, 2, 4);
      user.finish();
      List.of(gate, split, stacked).forEach(user::release);
    }
  }

  /// Whole buffers without an event, then data that begins within a buffer, once it is uploaded.
  @Test
  void splitsQueriesKeysAndValues() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.F32, 2, 12), -1, Cut.intoEqualParts(3));
    int at = 4096;
    byte[] numbers = new byte[at + 2 * 12 * Float.BYTES];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (byte) (i % 251);
    }
    try (LwjglUserDevice user = LwjglUserDevice.open(false);
        LwjglSplitter splitter = LwjglSplitter.borrow(user.context(), user.queue())) {
      long x = user.buffer(new byte[numbers.length]);
      long staging = user.buffer(numbers);
      long[] parts = new long[3];
      Arrays.setAll(parts, _ -> user.buffer(new byte[2 * 4 * Float.BYTES]));
      splitter.enqueue(plan, staging, parts);
      assertParts(user, parts, numbers, 0);
      long gate = user.gate();
      long uploaded = user.copy(staging, x, numbers.length, List.of(gate));
      long done =
          splitter.submit(
              plan,
              Region.of(x, at),
              List.of(Region.of(parts[0]), Region.of(parts[1]), Region.of(parts[2])),
              uploaded);
      user.open(gate, 0);
      user.await(done);
      assertParts(user, parts, numbers, at);
      List.of(gate, uploaded, done).forEach(user::release);
    }
  }

  /// Queries, keys and values of two rows that begin at a byte.
  private static void assertParts(LwjglUserDevice user, long[] parts, byte[] numbers, int at) {
    int run = 4 * Float.BYTES;
    for (int i = 0; i < parts.length; i++) {
      byte[] expected = new byte[2 * run];
      System.arraycopy(numbers, at + i * run, expected, 0, run);
      System.arraycopy(numbers, at + (3 + i) * run, expected, run, run);
      assertThat(user.read(parts[i], 0, 2 * run)).containsExactly(expected);
    }
  }
}
