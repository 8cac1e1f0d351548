package io.cleave.opencl;

import io.cleave.backend.RouteName;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Routing;
import io.cleave.plan.SplitPlan;

/// What is kept of plans, for everybody who splits by one route. Holds no more than the two.
///
/// @param cache what is kept
/// @param route the route that every plan is to take
record RoutedPlans<M, E>(PlanCache<M, E> cache, RouteName route) {
  /// How a plan would be carried out; nothing is compiled.
  Routing route(SplitPlan plan, Placement placement) {
    return cache.route(plan, placement, route);
  }

  /// A plan's split, prepared now if it is not kept.
  Lease<PreparedSplit<M, E>> prepare(SplitPlan plan, Placement placement) {
    return cache.prepare(plan, placement, route);
  }
}
