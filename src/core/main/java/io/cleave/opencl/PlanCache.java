package io.cleave.opencl;

import io.cleave.backend.RouteName;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.route.Routing;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.SplitPlan;
import java.util.List;

/// What a session has derived from plans: routes, programs and tables, the most recently used of
/// each. The second call with an equal plan costs a look-up.
///
/// Safe for use by many threads. Closing it gives everything back to the session, which stays open.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class PlanCache<M, E> implements AutoCloseable {
  /// A server sees a handful of plans over and over; a table takes 40 bytes a part.
  private static final int PLANS = 256;

  /// Of all plans together, which are 73 MB: where parts share launches, each takes 70 bytes of
  /// heap. To prepare them again would take 10 us a part (PoCL 3.1, an EPYC).
  private static final long PARTS = 1 << 20;

  /// Where each part has a launch of its own, it takes 658 bytes. Left alone, the router takes such
  /// a route for a few parts only.
  private static final long LAUNCHED = 10;

  /// What a prepared split depends on.
  private record Key(SplitPlan plan, Placement placement, RouteName route) {}

  private final Router router;
  private final Programs programs;
  private final LeaseCache<Key, PreparedSplit<M, E>> splits;

  PlanCache(ClSession<M, E> session) {
    this(session, PARTS);
  }

  /// @param parts of how many parts plans are kept, together
  PlanCache(ClSession<M, E> session, long parts) {
    this.router = new Router(session.facts());
    this.programs = new Programs(session);
    this.splits =
        new LeaseCache<>(
            PLANS,
            parts,
            PlanCache::weight,
            key ->
                new PreparedSplit<>(
                    session, programs, route(key.plan(), key.placement(), key.route())));
  }

  private static long weight(Key key) {
    return switch (key.route) {
      case PER_PART, COPIES -> LAUNCHED * key.plan.partCount();
      default -> key.plan.partCount();
    };
  }

  /// How a plan would be carried out; nothing is compiled.
  Routing route(SplitPlan plan, Placement placement, RouteName route) {
    return router.route(plan, placement, route);
  }

  /// The routes that may suit a plan best, see [Router#candidates].
  List<RouteName> candidates(SplitPlan plan, Placement placement) {
    return router.candidates(plan, placement);
  }

  /// A plan's split, prepared now if it is not kept.
  Lease<PreparedSplit<M, E>> prepare(SplitPlan plan, Placement placement, RouteName route) {
    return splits.lease(new Key(plan, placement, route));
  }

  @Override
  public void close() {
    Failures failures = new Failures();
    failures.attempt(splits::close);
    failures.attempt(programs::close);
    failures.throwFirst();
  }

  /// How many prepared splits are kept.
  int size() {
    return splits.size();
  }
}
