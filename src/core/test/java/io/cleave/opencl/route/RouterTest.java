package io.cleave.opencl.route;

import static io.cleave.opencl.route.Routes.ROWS;
import static io.cleave.opencl.route.Routes.first;
import static io.cleave.opencl.route.Routes.refused;
import static io.cleave.opencl.route.Routes.route;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U4;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.KnownDevice.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the router refuses, what costs nothing, and what memory and device change.
class RouterTest {
  @ParameterizedTest
  @EnumSource
  void stringsStayOnTheHost(Route wish) {
    SplitPlan plan = SplitPlan.of(Layout.of(STRING, 4), 0, Cut.intoEqualParts(2));
    refused(RouterDevices.POCL, plan, wish, "strings are split by the host, not by a device");
  }

  @Test
  void copiesNeedContiguousParts() {
    refused(
        RouterDevices.NVIDIA,
        ROWS,
        Route.COPIES,
        "route copies does not fit this plan: plain copies take parts that are one piece of the"
            + " data, and part 0 is 128 bytes in each of 4 rows; auto always fits");
    SplitPlan bits = SplitPlan.of(Layout.of(U4, 9), 0, Cut.byLengths(3, 6));
    refused(
        RouterDevices.NVIDIA,
        bits,
        Route.COPIES,
        "route copies does not fit this plan: plain copies take parts that are one piece of the"
            + " data, and part 0 is 12 bits in each of 1 rows; auto always fits");
  }

  @ParameterizedTest
  @EnumSource
  void nothingToMoveIsNoLaunch(Route wish) {
    for (SplitPlan plan :
        List.of(
            ROWS.only(),
            SplitPlan.of(Layout.of(F32, 4, 0, 8), 1, Cut.byLengths(0, 0)),
            SplitPlan.of(Layout.of(U4, 0, 6), 1, Cut.byLengths(3, 3)),
            SplitPlan.of(Layout.of(F32, 3, 6), 1, Cut.byLengths(6, 0)).without(0))) {
      Routing routing = route(RouterDevices.POCL, plan, wish);
      assertThat(routing.launches()).isEmpty();
      assertThat(routing.reason()).isEqualTo("nothing to move");
      assertThat(routing.name()).isNotEqualTo(Route.AUTO);
    }
  }

  @Test
  void manyOutputsTakeSeveralLaunches() {
    Routing routing = route(RouterDevices.POCL, RouterSuite.H_ISSUE.plan(), Route.FUSED);
    assertThat(routing.launches())
        .extracting(Launch::reason)
        .containsExactly("tiles of 16 rows, 6 columns", "tiles of 8 rows, 8 columns");
    assertThat(((Launch.Kernel) routing.launches().get(1)).outputs()).hasSize(64).endsWith(95);
  }

  /// Where kernels run in the host's memory, a list of addresses is one argument, whatever there
  /// are.
  @Test
  void addressesTakeOneLaunch() {
    var placement = new Placement(0, Placement.Target.ADDRESSED, List.of());
    SplitPlan plan = RouterSuite.L_THOUSAND.plan();
    for (Route wish : List.of(Route.AUTO, Route.FUSED, Route.COMPILED, Route.BITS)) {
      Routing routing = Router.route(RouterDevices.POCL, plan, placement, wish);
      assertThat(routing.launches()).as("%s", wish).hasSize(1);
      assertThat(first(routing).outputs()).isEmpty();
      assertThat(first(routing).kernel().defines()).containsEntry("ADDRESSES", "1");
    }
  }

  /// What is not wanted does not matter: the rest of these nibbles are whole bytes.
  @Test
  void bitsThatAreBytesMoveAsBytes() {
    SplitPlan plan = SplitPlan.of(Layout.of(U4, 4, 96), 1, Cut.byLengths(32, 31, 1, 32)).only(0, 3);
    assertThat(first(route(RouterDevices.NVIDIA, plan, Route.AUTO)).kernel().name())
        .isEqualTo("split_words");
  }

  @Test
  void groupsAreNoLargerThanTheDeviceAllows() {
    DeviceInfo small = RouterDevices.of(Kind.GPU, "Small", 128, 32 << 10, 100);
    for (RouterSuite shape : RouterSuite.ALL) {
      for (Route wish : List.of(Route.FUSED, Route.PER_PART, Route.BITS)) {
        assertThat(first(route(small, shape.plan(), wish)).grid().local()).isEqualTo(64);
      }
    }
  }
}
