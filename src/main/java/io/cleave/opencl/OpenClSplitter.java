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
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Splits host memory on an OpenCL device.
///
/// A device that shares memory with the host works in place where the memory is native and aligned;
/// otherwise data goes there and parts come back, a slab of rows at a time, the next slab on its
/// way while the last one is split. Strings are split by the host, and so are parts that begin
/// within a byte of rows that are too long for the device, unless a route is asked for.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClSplitter<M, E> extends HostSplitter {
  private static final Logger LOG = LoggerFactory.getLogger(OpenClSplitter.class);

  private final ClSession<M, E> session;
  private final PlanCache<M, E> cache;
  private final RouteName wish;
  private final Splitter host;
  private final AtomicBoolean warned = new AtomicBoolean();
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
    this.wish = wish;
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
    if (!Slabs.movesAnything(plan)) {
      return;
    }
    Steps steps = steps(plan);
    if (!steps.fit()) {
      warnOnce(plan);
      host.split(plan, data, parts);
    } else if (session.facts().sharesMemory()) {
      new SharedSplit<>(session, cache).run(steps, data, parts);
    } else {
      new StagedSplit<>(session, cache).run(steps, data, parts);
    }
  }

  private Steps steps(SplitPlan plan) {
    Steps steps = Steps.of(plan, slabBytes);
    if (!steps.fit() && wish != RouteName.AUTO) {
      throw new IllegalArgumentException(
          "route %s takes at least %s rows of %s at once, which do not fit the %s bytes that device %s holds at once; split in two steps, or leave the route to auto"
              .formatted(wish, Slabs.leastRows(plan), plan.headline(), slabBytes, device().name()));
    }
    return steps;
  }

  private void warnOnce(SplitPlan plan) {
    if (warned.compareAndSet(false, true)) {
      LOG.warn(
          "{} holds {} bytes at once, too few for {} rows of {}; the host splits such plans",
          device().name(),
          slabBytes,
          Slabs.leastRows(plan),
          plan.headline());
    }
  }

  @Override
  public Route explain(SplitPlan plan) {
    if (plan.unit() == Unit.ELEMENT) {
      return host.explain(plan);
    }
    Steps whole = steps(plan);
    if (!whole.fit()) {
      return tooLong(host.explain(plan));
    }
    boolean shares = session.facts().sharesMemory();
    Steps steps = shares ? SharedSplit.stepsInPlace(whole) : StagedSplit.steps(whole);
    SplitPlan first = steps.plan(0);
    Placement placement =
        shares ? SharedSplit.placement(session.facts()) : StagedSplit.placement(first);
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
