package io.cleave.opencl.route;

import static io.cleave.opencl.route.Routes.first;
import static io.cleave.opencl.route.Routes.route;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is expected to be fastest, and who races for it.
class AutoChoiceTest {
  /// A program of its own pays for many short runs, and only where the compiler makes much of it.
  @Test
  void programsArePickedWhereTheyPay() {
    assertThat(auto(RouterDevices.POCL, 1 << 18))
        .isEqualTo("streamed (16 MiB or more leave the caches anyway)");
    assertThat(auto(RouterDevices.POCL, (1 << 18) - 1))
        .isEqualTo("fused (one launch that is never compiled again)");
    assertThat(auto(RouterDevices.RUSTICL, 1 << 18))
        .isEqualTo("fused (one launch that is never compiled again)");
    SplitPlan small = SplitPlan.of(Layout.of(U8, 1 << 20, 3), 1, Cut.intoEqualParts(3));
    assertThat(route(RouterDevices.POCL, small, Route.AUTO).reason())
        .isEqualTo("1048576 runs or more, of less than 128 bytes on average");
    SplitPlan longer = SplitPlan.of(Layout.of(F32, 1 << 18, 128), 1, Cut.intoEqualParts(4));
    assertThat(first(route(RouterDevices.POCL, longer, Route.AUTO)).kernel().name())
        .isEqualTo("split_lines");
    SplitPlan odd = SplitPlan.of(Layout.of(U8, 1 << 17, 255), 1, Cut.byLengths(127, 128));
    assertThat(route(RouterDevices.POCL, odd, Route.AUTO).name()).isEqualTo(Route.FUSED);
    SplitPlan many = SplitPlan.of(Layout.of(U8, 1 << 17, 401), 1, Cut.byLengths(200, 201));
    assertThat(first(route(RouterDevices.POCL, many, Route.AUTO)).kernel().name())
        .isEqualTo("split_tiles");
  }

  @Test
  void candidatesBeginWithWhatAutoTakes() {
    for (DeviceInfo facts :
        List.of(RouterDevices.POCL, RouterDevices.RUSTICL, RouterDevices.NVIDIA)) {
      for (RouterSuite shape : RouterSuite.ALL) {
        List<Route> candidates = Router.candidates(facts, shape.plan(), RouterSuite.SEPARATE);
        assertThat(candidates)
            .hasSizeBetween(1, 4)
            .doesNotHaveDuplicates()
            .startsWith(route(facts, shape.plan(), Route.AUTO).name());
        assertThat(candidates.stream().map(name -> route(facts, shape.plan(), name).launches()))
            .doesNotHaveDuplicates()
            .allMatch(launches -> !launches.isEmpty());
      }
    }
  }

  private static String auto(DeviceInfo facts, long rows) {
    SplitPlan plan = SplitPlan.of(Layout.of(F32, rows, 16), 1, Cut.byLengths(1, 2, 5, 8));
    Routing routing = route(facts, plan, Route.AUTO);
    return "%s (%s)".formatted(routing.name(), routing.reason());
  }

  /// A copy pays for few long pieces on a GPU; a processor's own tiles are faster than its copies.
  @Test
  void copiesArePickedWhereTheyPay() {
    SplitPlan few = SplitPlan.of(Layout.of(U8, 8, 1 << 20), 0, Cut.intoEqualParts(8));
    SplitPlan many = SplitPlan.of(Layout.of(U8, 9, 1 << 20), 0, Cut.intoEqualParts(9));
    SplitPlan small = SplitPlan.of(Layout.of(U8, 1L << 21), 0, Cut.byLengths((1 << 20) - 1, -1));
    assertThat(route(RouterDevices.NVIDIA, few, Route.AUTO).name()).isEqualTo(Route.COPIES);
    assertThat(route(RouterDevices.NVIDIA, many, Route.AUTO).name()).isEqualTo(Route.FUSED);
    assertThat(route(RouterDevices.NVIDIA, small, Route.AUTO).name()).isEqualTo(Route.FUSED);
    assertThat(route(RouterDevices.POCL, few, Route.AUTO).name()).isEqualTo(Route.FUSED);
    assertThat(route(RouterDevices.NVIDIA, few, Route.COPIES).launches().getLast())
        .isEqualTo(new Launch.Copy(7, 7 << 20, 0, 1 << 20));
  }
}
