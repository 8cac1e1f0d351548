package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.HostSplitter;
import io.cleave.backend.Route;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits host memory on an OpenCL device.
///
/// A device that shares memory with the host works in place where the memory is native and aligned;
/// otherwise data goes there and parts come back, a slab of rows at a time, the next slab on its
/// way while the last one is split. Rows too long for the device, and strings, are split by the
/// host.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClSplitter<M, E> extends HostSplitter {
  private final ClSession<M, E> session;
  private final PlanCache<M, E> cache;
  private final Splitter host;
  private final long slabBytes;

  /// A splitter that closes the session and the host's splitter when it is closed.
  ///
  /// @param host splits what does not fit the device
  /// @param wish the route that every plan is to take
  public OpenClSplitter(ClSession<M, E> session, Splitter host, RouteName wish) {
    this(session, host, wish, Slabs.largest(session.facts()));
  }

  OpenClSplitter(ClSession<M, E> session, Splitter host, RouteName wish, long slabBytes) {
    this.session = session;
    this.cache = new PlanCache<>(session, wish);
    this.host = host;
    this.slabBytes = slabBytes;
  }

  @Override
  public Device device() {
    return session.facts().device();
  }

  @Override
  protected void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    Slabs slabs = Slabs.of(plan, slabBytes);
    if (!movesAnything(plan)) {
      return;
    }
    if (!slabs.fit()) {
      host.split(plan, data, parts);
    } else if (session.facts().sharesMemory()) {
      new SharedSplit<>(session, cache).run(slabs, data, parts);
    } else {
      new StagedSplit<>(session, cache).run(slabs, data, parts);
    }
  }

  private static boolean movesAnything(SplitPlan plan) {
    return plan.parts().stream().anyMatch(part -> part.isWanted() && !part.isEmpty());
  }

  @Override
  public Route explain(SplitPlan plan) {
    if (plan.unit() == Unit.ELEMENT) {
      return host.explain(plan);
    }
    Slabs slabs = Slabs.of(plan, slabBytes);
    if (!slabs.fit()) {
      return tooLong(host.explain(plan));
    }
    Slabs steps = session.facts().sharesMemory() ? slabs : StagedSplit.steps(slabs);
    SplitPlan first = steps.plan(0);
    Placement placement =
        session.facts().sharesMemory() ? SharedSplit.placement() : StagedSplit.placement(first);
    return steps.describe(cache.route(first, placement).describe());
  }

  private static Route tooLong(Route byHost) {
    return new Route(
        byHost.name(),
        "by the host, since too few rows fit the device at once; " + byHost.reason(),
        byHost.steps());
  }

  @Override
  protected void release() {
    Failures failures = new Failures();
    failures.attempt(cache::close);
    failures.attempt(session::close);
    failures.attempt(host::close);
    failures.throwFirst();
  }
}
