package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.RouteName;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.opencl.route.Placement;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a split that is kept depends on: who takes another's gets the same bytes, only not by the
/// route that was asked for.
class PlanCacheTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(4, 10), ElementType.F32, 1, 3, 7);
  private static final Placement AT_ZERO = new Placement(0, Placement.Separate.AT_ZERO);

  private final FakeSession session = FakeSession.inOrder(1);

  @Test
  void keepsASplitForEachPlanPlacementAndRoute() {
    try (PlanCache<FakeMemory, FakeEvent> cache = new PlanCache<>(session)) {
      PreparedSplit<?, ?> fused = prepare(cache, PLAN, AT_ZERO, RouteName.FUSED);
      List<PreparedSplit<?, ?>> others =
          List.of(
              prepare(cache, PLAN.only(1), AT_ZERO, RouteName.FUSED),
              prepare(cache, PLAN, new Placement(4, AT_ZERO.target()), RouteName.FUSED),
              prepare(cache, PLAN, new Placement(0, new Placement.Addressed()), RouteName.FUSED),
              prepare(cache, PLAN, AT_ZERO, RouteName.PER_PART));
      assertThat(others).doesNotHaveDuplicates().doesNotContain(fused);
      assertThat(prepare(cache, PLAN, AT_ZERO, RouteName.FUSED)).isSameAs(fused);
      assertThat(cache.size()).isEqualTo(5);
    }
    assertThat(session.live()).isZero();
  }

  /// A plan's tables and launches grow with its parts.
  @Test
  void keepsFewPlansOfManyParts() {
    try (PlanCache<FakeMemory, FakeEvent> cache = new PlanCache<>(session, 1000)) {
      for (int rows = 1; rows <= 5; rows++) {
        prepare(cache, PLAN, AT_ZERO, RouteName.FUSED);
        SplitPlan large = SplitPlan.intoEqualParts(Shape.of(rows, 400), ElementType.U8, 1, 400);
        prepare(cache, large, AT_ZERO, RouteName.FUSED);
      }
      assertThat(cache.size()).isEqualTo(3);
    }
    assertThat(session.live()).isZero();
  }

  private static PreparedSplit<FakeMemory, FakeEvent> prepare(
      PlanCache<FakeMemory, FakeEvent> cache,
      SplitPlan plan,
      Placement placement,
      RouteName route) {
    try (Lease<PreparedSplit<FakeMemory, FakeEvent>> lease =
        cache.prepare(plan, placement, route)) {
      return lease.value();
    }
  }
}
