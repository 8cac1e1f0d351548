package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Route;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Routes on a queue for tensors that no device has memory for: in a moment there is a route, or a
/// sentence that says why not.
@Timeout(60)
class HugeRoutesTest {
  private static final List<DeviceInfo> DEVICES =
      List.of(RouterDevices.POCL, RouterDevices.RUSTICL, RouterDevices.NVIDIA);

  private static final long MOST_BITS = Long.MAX_VALUE;
  private static final long MOST_BYTES = Long.MAX_VALUE / 8;

  /// The largest that can be planned: long rows and many of them.
  private static final List<SplitPlan> LARGEST =
      List.of(
          SplitPlan.of(Layout.of(ElementType.U8, MOST_BYTES), 0, Cut.byLengths(1, -1)),
          SplitPlan.of(Layout.of(ElementType.U8, MOST_BYTES), 0, Cut.byLengths(-1)),
          SplitPlan.of(Layout.of(ElementType.U8, MOST_BYTES / 3, 3), 1, Cut.byLengths(1, -1)),
          SplitPlan.of(Layout.of(ElementType.U8, MOST_BYTES / 48, 48), 1, Cut.byLengths(16, -1)),
          SplitPlan.of(Layout.of(ElementType.U1, MOST_BITS), 0, Cut.byLengths(1, -1)),
          SplitPlan.of(Layout.of(ElementType.U1, MOST_BITS, 1), 1, Cut.byLengths(1)),
          SplitPlan.of(Layout.of(ElementType.U1, MOST_BITS / 3, 3), 1, Cut.byLengths(1, -1)),
          SplitPlan.of(Layout.of(ElementType.U3, MOST_BITS / 3 / 8, 8), 1, Cut.byLengths(1, -1)),
          SplitPlan.of(Layout.of(ElementType.U8, MOST_BITS / 64 / 3, 3), 1, Cut.byLengths(1, -1))
              .converted(Conversion.to(ElementType.F64)),
          SplitPlan.of(Layout.of(ElementType.U1, 3, MOST_BITS / 64 / 3), 1, Cut.byLengths(1, -1))
              .converted(Conversion.to(ElementType.F64)));

  @ParameterizedTest
  @EnumSource
  void areFoundOrRefusedInASentence(Route wish) {
    for (SplitPlan plan : LARGEST) {
      for (DeviceInfo facts : DEVICES) {
        try {
          Routing routing = Router.route(facts, plan, RouterSuite.SEPARATE, wish);
          assertThat(routing.launches()).as(plan.headline()).isNotEmpty();
        } catch (IllegalArgumentException e) {
          assertThat(e)
              .as("%s on %s", plan.headline(), facts.device())
              .hasMessageMatching(
                  ".*; (split (fewer rows at a time|them in two steps)|auto always fits)");
        }
      }
    }
  }

  /// Bytes that are counted in bits: the last of them are the last that a number counts.
  @Test
  void countTilesToTheLastBit() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> route(RouterDevices.POCL, LARGEST.getFirst(), Route.BITS))
        .withMessageMatching(
            ".* tiles of 1 columns are more work-groups than a launch may have; split fewer rows at"
                + " a time");
  }

  /// OpenCL devices take 2^31 work-groups and no more.
  @Test
  void doNotTakeMoreGroupsThanDevicesHave() {
    SplitPlan some =
        SplitPlan.of(Layout.of(ElementType.U8, 1L << 36, 48), 1, Cut.byLengths(16, -1));
    assertThat(route(RouterDevices.NVIDIA, some, Route.FUSED).launches()).hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> route(RouterDevices.NVIDIA, LARGEST.get(3), Route.FUSED))
        .withMessageMatching(
            ".* tiles of 1 columns are more work-groups than a launch may have; split fewer rows at"
                + " a time");
  }

  private static Routing route(DeviceInfo facts, SplitPlan plan, Route wish) {
    return Router.route(facts, plan, RouterSuite.SEPARATE, wish);
  }
}
