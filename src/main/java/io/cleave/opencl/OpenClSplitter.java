package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.HostSplitter;
import io.cleave.backend.Route;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.opencl.route.convert.ConversionRoutes;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Splits host memory on an OpenCL device.
///
/// A device that shares memory with the host works in place where the memory is native, no file and
/// aligned; otherwise data goes there and parts come back, a slab of rows at a time, the next slab
/// on its way while the last one is split. Mapped files are copied by Java on their way, since a
/// driver does not survive one that is cut short; and shared arenas cannot be closed meanwhile, see
/// [OpenArenas]. The host splits strings, puts slices of one tensor together, and converts what the
/// device would convert to other bits. Unless a route is asked for, it also splits rows that are
/// too long for the device if parts begin within a byte or are converted.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClSplitter<M, E> extends HostSplitter {
  private static final Logger LOG = LoggerFactory.getLogger(OpenClSplitter.class);

  private final ClSession<M, E> session;
  private final RoutedPlans<M, E> plans;
  private final Splitter host;
  private final AtomicBoolean warned;
  private final long slabBytes;
  private final boolean isView;

  /// A splitter that closes the session and the host's splitter when it is closed.
  ///
  /// @param host splits what does not fit the device
  /// @param wish the route that every plan is to take
  public OpenClSplitter(ClSession<M, E> session, Splitter host, RouteName wish) {
    this(session, host, wish, Slabs.largest(session.facts()));
  }

  OpenClSplitter(ClSession<M, E> session, Splitter host, RouteName wish, long slabBytes) {
    this.session = session;
    this.plans = new RoutedPlans<>(new PlanCache<>(session), wish);
    this.host = host;
    this.warned = new AtomicBoolean();
    this.slabBytes = slabBytes;
    this.isView = false;
  }

  private OpenClSplitter(OpenClSplitter<M, E> whole, RouteName route) {
    this.session = whole.session;
    this.plans = new RoutedPlans<>(whole.plans.cache(), route);
    this.host = whole.host;
    this.warned = whole.warned;
    this.slabBytes = whole.slabBytes;
    this.isView = true;
  }

  /// The same splitter on another route: it shares the session and all that is compiled. Closing it
  /// gives nothing back; closing this one ends it too.
  public OpenClSplitter<M, E> onRoute(RouteName route) {
    return new OpenClSplitter<>(this, route);
  }

  /// The routes that may suit a plan best, four at the most: that of [RouteName#AUTO] first, and no
  /// two that do the same. None for what the host splits.
  public List<RouteName> candidates(SplitPlan plan) {
    if (isHosts(plan)) {
      return List.of();
    }
    SplitPlan first = first(plan);
    return plans.candidates(first, placement(first));
  }

  /// Whether the device has nothing to do.
  private boolean isHosts(SplitPlan plan) {
    return plan.unit() == Unit.ELEMENT
        || !Slabs.movesAnything(plan)
        || !Steps.of(plan, slabBytes).fit()
        || obstacle(plan).isPresent();
  }

  private Optional<String> obstacle(SplitPlan plan) {
    return ConversionRoutes.obstacle(plan, session.facts());
  }

  /// The plan of the first step.
  private SplitPlan first(SplitPlan plan) {
    return finer(Steps.of(plan, slabBytes)).plan(0);
  }

  /// What the speed of its routes depends on: device, driver and kernels.
  public String revision() {
    return Advisor.revision(session.facts());
  }

  private Steps finer(Steps whole) {
    return session.facts().sharesMemory()
        ? SharedSplit.stepsInPlace(whole)
        : StagedSplit.steps(whole);
  }

  private Placement placement(SplitPlan plan) {
    return session.facts().sharesMemory()
        ? SharedSplit.placement(session.facts())
        : StagedSplit.placement(plan);
  }

  @Override
  public Device device() {
    return session.facts().device();
  }

  @Override
  protected void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    Optional<Steps> steps = devices(plan);
    if (steps.isEmpty()) {
      host.split(plan, data, parts);
      return;
    }
    OpenArenas arenas = OpenArenas.of(data, parts);
    if (arenas.areTooMany()) {
      LOG.debug("the memory of {} is of too many arenas to be kept open; the host splits", plan);
      host.split(plan, data, parts);
    } else {
      arenas.during(() -> run(steps.get(), data, parts));
    }
  }

  /// What the device makes of a plan, unless the host splits.
  private Optional<Steps> devices(SplitPlan plan) {
    if (!Slabs.movesAnything(plan) || obstacle(plan).isPresent()) {
      return Optional.empty();
    }
    Steps steps = steps(plan);
    if (!steps.fit()) {
      warnOnce(plan);
      return Optional.empty();
    }
    return Optional.of(steps);
  }

  private void run(Steps steps, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    if (session.facts().sharesMemory()) {
      new SharedSplit<>(session, plans).run(steps, data, parts);
    } else {
      new StagedSplit<>(session, plans).run(steps, data, parts);
    }
  }

  @Override
  protected void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
    Optional<StackPieces> pieces = pieces(plan);
    Optional<Steps> steps = pieces.flatMap(large -> devices(large.piece()));
    if (steps.isEmpty()) {
      host.split(plan, data, result);
      return;
    }
    OpenArenas.of(data, List.of(result)).during(() -> run(pieces.get(), steps.get(), data, result));
  }

  private void run(StackPieces pieces, Steps steps, MemorySegment data, MemorySegment result) {
    for (long i = 0; i < pieces.count(); i++) {
      long index = i;
      List<@Nullable MemorySegment> parts = new ArrayList<>();
      for (Part part : pieces.piece().parts()) {
        parts.add(
            part.isWanted() ? result.asSlice(pieces.partAt(part, index), part.bytes()) : null);
      }
      run(steps, data.asSlice(pieces.dataAt(index), pieces.piece().bytes()), parts);
    }
  }

  /// What the device makes of a stack, unless the host does.
  private static Optional<StackPieces> pieces(StackedPlan plan) {
    return StackPieces.of(plan).filter(StackPieces::areLarge);
  }

  @Override
  public Route explain(StackedPlan plan) {
    Optional<StackPieces> pieces = pieces(plan);
    if (pieces.isEmpty()) {
      return byHost(plan.slices(), "pieces of slices are small, or no whole rows");
    }
    Route route = explain(pieces.get().piece());
    String reason =
        pieces.get().count() == 1
            ? route.reason()
            : "%s pieces of %s rows; %s"
                .formatted(pieces.get().count(), pieces.get().piece().rows(), route.reason());
    return new Route(route.name(), reason, route.steps());
  }

  private Steps steps(SplitPlan plan) {
    Steps steps = Steps.of(plan, slabBytes);
    RouteName wish = plans.route();
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
    Optional<String> obstacle = obstacle(plan);
    if (obstacle.isPresent()) {
      return byHost(plan, obstacle.get());
    }
    Steps whole = steps(plan);
    if (!whole.fit()) {
      return byHost(plan, "too few rows fit the device at once");
    }
    Steps steps = finer(whole);
    SplitPlan first = steps.plan(0);
    return steps.describe(plans.route(first, placement(first)).describe());
  }

  private Route byHost(SplitPlan plan, String why) {
    Route route = host.explain(plan);
    String reason = "by the host, since %s; %s".formatted(why, route.reason());
    return new Route(route.name(), reason, route.steps());
  }

  @Override
  protected void release() {
    if (isView) {
      return;
    }
    Failures failures = new Failures();
    failures.attempt(plans.cache()::close);
    failures.attempt(session::close);
    failures.attempt(host::close);
    failures.throwFirst();
  }
}
