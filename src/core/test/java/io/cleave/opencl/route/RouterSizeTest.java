package io.cleave.opencl.route;

import static io.cleave.plan.ElementType.U1;
import static io.cleave.plan.ElementType.U3;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Allocated;
import io.cleave.Route;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Routes of plans that no device has memory for, with sizes that do not fit an `int`, and with
/// numbers of parts that allow nothing quadratic.
@Timeout(60)
class RouterSizeTest extends RouterFixture {
  private static final long MOST_BITS = Long.MAX_VALUE;
  private static final long MOST_BYTES = Long.MAX_VALUE / 8;

  /// Rows that are many, rows that are long, and both.
  private static final List<SplitPlan> HUGE =
      List.of(
          rows(U8, 1L << 36, 33, 7, 60),
          rows(U8, 1L << 34, 128, 128),
          rows(U8, 3, 1L << 36, 1L << 36),
          rows(U8, 1, 1L << 36, 1L << 36),
          rows(U8, 1L << 20, 65537, 65535));

  /// The largest that can be planned.
  private static final List<SplitPlan> LARGEST =
      List.of(
          row(U8, MOST_BYTES, 1, -1),
          row(U8, MOST_BYTES, -1),
          rows(U8, MOST_BYTES / 3, 1, 2),
          rows(U8, MOST_BYTES / 48, 16, 32),
          row(U1, MOST_BITS, 1, -1),
          rows(U1, MOST_BITS, 1),
          rows(U1, MOST_BITS / 3, 1, 2),
          rows(U3, MOST_BITS / 3 / 8, 1, 7),
          rows(U8, MOST_BITS / 64 / 3, 1, 2).converted(Conversion.to(ElementType.F64)),
          rows(U1, 3, 1, MOST_BITS / 64 / 3 - 1).converted(Conversion.to(ElementType.F64)));

  @Test
  void hugePlansAreCountedInFull() {
    for (SplitPlan plan : HUGE) {
      for (DeviceInfo info : DEVICES) {
        for (Route wish : List.of(Route.AUTO, Route.FUSED, Route.PER_PART)) {
          Routing routing = Router.route(info, plan, packed(plan), wish);
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
    assertThat(kernel.numbers()).allMatch(number -> number >= 0);
    assertThat(kernel.grid().global()).isPositive();
    ByteBuffer pieces = content(kernel.tables().getFirst());
    assertThat(pieces.capacity()).as("a table of long rows").isLessThan(4 << 20);
    long widths = 0;
    for (int at = 0; at < pieces.capacity(); at += 32) {
      assertThat(pieces.getInt(at + 24)).isPositive();
      widths += pieces.getInt(at + 24);
    }
    long moved = widths * kernel.numbers().get(4);
    return kernel.kernel().name().equals("split_local") ? moved / 8 : moved;
  }

  @ParameterizedTest
  @EnumSource
  void theLargestPlansAreRoutedOrRefused(Route wish) {
    for (SplitPlan plan : LARGEST) {
      for (DeviceInfo info : DEVICES) {
        try {
          assertThat(route(info, plan, wish).launches()).as(plan.headline()).isNotEmpty();
        } catch (IllegalArgumentException e) {
          assertThat(e)
              .as("%s on %s", plan.headline(), info.device())
              .hasMessageMatching(
                  ".*; (split (fewer rows at a time|them in two steps)|auto always fits)");
        }
      }
    }
  }

  /// OpenCL devices take 2^31 work-groups and no more.
  @Test
  void refusesMoreWorkGroupsAndTablesThanDevicesTake() {
    String groups =
        "[0-9]+ tiles of 1 columns are more work-groups than a launch may have; split fewer rows at"
            + " a time";
    refused(POCL, LARGEST.getFirst(), Route.BITS, groups);
    refused(POCL, row(U1, 1L << 60, 1, -1), Route.BITS, groups);
    refused(NVIDIA, LARGEST.get(3), Route.FUSED, groups);
    assertThat(route(NVIDIA, rows(U8, 1L << 36, 16, 32), Route.FUSED).launches()).hasSize(1);
    refused(
        POCL,
        row(U8, 1L << 59, 1, -1),
        Route.FUSED,
        "a table holds at most 33554432 pieces, and rows this long need more; split them in two"
            + " steps");
  }

  /// Eight times the parts take about eight times the memory, far from 64.
  @ParameterizedTest
  @EnumSource
  void costsGrowWithTheParts(Route wish) {
    for (DeviceInfo info : wish == Route.STREAMED ? List.of(POCL) : List.of(POCL, NVIDIA)) {
      allocated(info, wish, 1000);
      long some = allocated(info, wish, 4000);
      long more = allocated(info, wish, 32_000);
      assertThat(some).as("bytes allocated for 4000 parts").isLessThan(50_000_000);
      assertThat(more).as("bytes allocated for 32000 parts").isLessThan(16 * some);
    }
  }

  private static long allocated(DeviceInfo info, Route wish, int parts) {
    SplitPlan plan = equal(U8, wish == Route.COPIES ? 1 : 30, 3L * parts, parts);
    long before = Allocated.bytes();
    Routing routing = route(info, plan, wish);
    long after = Allocated.bytes();
    assertThat(routing.launches()).isNotEmpty();
    return after - before;
  }

  @Test
  void aQuarterOfAMillionParts() {
    SplitPlan plan = equal(U8, 4, 1 << 18, 1 << 18);
    assertThat(Router.route(POCL, plan, packed(plan), Route.AUTO).launches()).hasSize(1);
    assertThat(route(NVIDIA, plan, Route.AUTO).launches()).hasSize((1 << 18) / 64);
  }
}
