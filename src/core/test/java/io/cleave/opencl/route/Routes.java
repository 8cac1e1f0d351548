package io.cleave.opencl.route;

import static io.cleave.plan.ElementType.F32;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Route;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// What a device is given for plans whose parts are in buffers of their own.
final class Routes {
  static final SplitPlan ROWS = SplitPlan.of(Layout.of(F32, 4, 6, 8), 1, Cut.byLengths(4, 2));

  private Routes() {}

  static Routing route(DeviceInfo facts, SplitPlan plan, Route wish) {
    return Router.route(facts, plan, RouterSuite.SEPARATE, wish);
  }

  static Launch.Kernel first(Routing routing) {
    return (Launch.Kernel) routing.launches().getFirst();
  }

  static ByteBuffer content(Table table) {
    return table.toNative(Arena.ofAuto()).asByteBuffer().order(ByteOrder.nativeOrder());
  }

  static void refused(DeviceInfo facts, SplitPlan plan, Route wish, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> route(facts, plan, wish))
        .withMessage(message);
  }
}
