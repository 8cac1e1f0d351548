package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.RouteName;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.route.Routing;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.route.launch.Launch;
import io.cleave.opencl.route.launch.Launch.Slot;
import io.cleave.opencl.route.launch.Table;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a split that is ready to run keeps.
class PreparedSplitTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, 1, 3, 7);

  private final FakeSession session = FakeSession.inOrder(1);
  private final Programs programs = new Programs(session);

  /// A table is as large as the number of parts: nothing may depend on it that is done at each
  /// call.
  @Test
  void keepsNoTableOnTheHost() {
    List<WeakReference<Table>> tables = new ArrayList<>();
    var prepared = prepare(tables);
    System.gc();
    assertThat(tables).isNotEmpty().allMatch(table -> table.refersTo(null));
    prepared.close();
    programs.close();
    assertThat(session.live()).isZero();
  }

  private PreparedSplit<FakeMemory, FakeEvent> prepare(List<WeakReference<Table>> tables) {
    Placement placement = new Placement(0, Placement.Separate.AT_ZERO);
    Routing routing = new Router(session.facts()).route(PLAN, placement, RouteName.FUSED);
    for (Launch launch : routing.launches()) {
      if (launch instanceof Launch.Kernel kernel) {
        kernel.slots().forEach(slot -> collect(slot, tables));
      }
    }
    return new PreparedSplit<>(session, programs, routing);
  }

  private static void collect(Slot slot, List<WeakReference<Table>> tables) {
    if (slot instanceof Slot.Content(Table table)) {
      tables.add(new WeakReference<>(table));
    }
  }
}
