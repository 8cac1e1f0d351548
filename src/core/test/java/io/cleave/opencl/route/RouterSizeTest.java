package io.cleave.opencl.route;

import static io.cleave.opencl.route.Routes.content;
import static io.cleave.plan.ElementType.U1;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Route;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Sizes that do not fit an `int`, numbers of parts that do not fit a quadratic.
class RouterSizeTest {
  private static final List<DeviceInfo> DEVICES =
      List.of(RouterDevices.POCL, RouterDevices.RUSTICL, RouterDevices.NVIDIA);

  /// Rows that are many, rows that are long, and both.
  private static final List<SplitPlan> HUGE =
      List.of(
          SplitPlan.of(Layout.of(U8, 1L << 36, 100), 1, Cut.byLengths(33, 7, 60)),
          SplitPlan.of(Layout.of(U8, 1L << 34, 256), 1, Cut.byLengths(128, 128)),
          SplitPlan.of(Layout.of(U8, 3, 1L << 37), 1, Cut.byLengths(1L << 36, 1L << 36)),
          SplitPlan.of(Layout.of(U8, 1, 1L << 37), 1, Cut.byLengths(1L << 36, 1L << 36)),
          SplitPlan.of(Layout.of(U8, 1L << 20, 1L << 17), 1, Cut.byLengths(65537, 65535)));

  @Test
  void hugePlansAreCountedInFull() {
    for (SplitPlan plan : HUGE) {
      for (DeviceInfo facts : DEVICES) {
        for (Route wish : List.of(Route.AUTO, Route.FUSED, Route.PER_PART)) {
          Routing routing = Router.route(facts, plan, RouterSuite.packed(plan), wish);
          assertThat(routing.launches().stream().mapToLong(RouterSizeTest::bytes).sum())
              .as("%s by %s", plan, routing.describe())
              .isEqualTo(plan.data().bytes());
        }
      }
    }
  }

  /// The bytes that a launch moves, as its tables and numbers say.
  private static long bytes(Launch launch) {
    if (!(launch instanceof Launch.Kernel kernel)) {
      return ((Launch.Copy) launch).bytes();
    }
    List<Long> numbers = kernel.numbers();
    assertThat(numbers).allMatch(number -> number >= 0);
    assertThat(kernel.grid().global()).isPositive();
    long moved = widths(kernel) * numbers.get(4);
    return kernel.kernel().name().equals("split_local") ? moved / 8 : moved;
  }

  private static long widths(Launch.Kernel kernel) {
    ByteBuffer content = content(kernel.tables().getFirst());
    assertThat(content.capacity()).as("a table of long rows").isLessThan(4 << 20);
    long sum = 0;
    for (int at = 0; at < content.capacity(); at += 32) {
      assertThat(content.getInt(at + 24)).isPositive();
      sum += content.getInt(at + 24);
    }
    return sum;
  }

  @Test
  void tablesThatDoNotFitAreRefused() {
    SplitPlan bits = SplitPlan.of(Layout.of(U1, 1L << 60), 0, Cut.byLengths(1, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> route(RouterDevices.POCL, bits, Route.BITS))
        .withMessageMatching(
            "[0-9]+ tiles of 1 columns are more work-groups than a launch may have; split"
                + " fewer rows at a time");
    SplitPlan row = SplitPlan.of(Layout.of(U8, 1L << 59), 0, Cut.byLengths(1, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> route(RouterDevices.POCL, row, Route.FUSED))
        .withMessage(
            "a table holds at most 33554432 pieces, and rows this long need more; split them in two"
                + " steps");
  }

  private static Routing route(DeviceInfo facts, SplitPlan plan, Route wish) {
    return Router.route(facts, plan, RouterSuite.SEPARATE, wish);
  }

  /// Eight times the parts cost about eight times the memory, far from 64.
  @ParameterizedTest
  @EnumSource
  void costsGrowWithTheParts(Route wish) {
    for (DeviceInfo facts : devices(wish)) {
      planning(facts, wish, 1000);
      long some = planning(facts, wish, 4000);
      long more = planning(facts, wish, 32_000);
      assertThat(some).as("bytes allocated for 4000 parts").isLessThan(32_000_000);
      assertThat(more).as("bytes allocated for 32000 parts").isLessThan(16 * some);
    }
  }

  private static List<DeviceInfo> devices(Route wish) {
    return wish == Route.STREAMED
        ? List.of(RouterDevices.POCL)
        : List.of(RouterDevices.POCL, RouterDevices.NVIDIA);
  }

  private static long planning(DeviceInfo facts, Route wish, int parts) {
    SplitPlan plan =
        SplitPlan.of(Layout.of(U8, rows(wish), 3L * parts), 1, Cut.intoEqualParts(parts));
    long before = allocated();
    Routing routing = Router.route(facts, plan, RouterSuite.SEPARATE, wish);
    long after = allocated();
    assertThat(routing.launches()).isNotEmpty();
    return after - before;
  }

  private static long rows(Route wish) {
    return wish == Route.COPIES ? 1 : 30;
  }

  private static long allocated() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }

  @Test
  void aMillionParts() {
    SplitPlan plan = SplitPlan.of(Layout.of(U8, 4, 1 << 20), 1, Cut.intoEqualParts(1 << 20));
    for (DeviceInfo facts : List.of(RouterDevices.POCL, RouterDevices.NVIDIA)) {
      Routing packed = Router.route(facts, plan, RouterSuite.packed(plan), Route.AUTO);
      assertThat(packed.launches()).hasSize(1);
      assertThat(route(facts, plan, Route.AUTO).launches()).hasSize((1 << 20) / 64);
    }
  }
}
