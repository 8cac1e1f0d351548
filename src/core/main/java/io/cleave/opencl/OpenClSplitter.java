package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.backend.RouteName;
import io.cleave.opencl.route.ConversionRoutes;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.opencl.session.KernelSource;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.HostSplitter;
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
/// A device that shares memory with the host works in place where all memory is native, no file and
/// aligned. Everything else takes the way that memory of a device's own takes: data goes to buffers
/// there and parts come back, a slab of rows at a time. Mapped files are copied by Java on their
/// way, since a driver does not survive one that is cut short.
///
/// The host splits strings, puts slices of one tensor together, and converts what the device would
/// convert to other bits. Unless a route is asked for, it also splits rows that are too long for
/// the device.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClSplitter<M, E> extends HostSplitter {
  private static final Logger LOG = LoggerFactory.getLogger(OpenClSplitter.class);

  private final ClSession<M, E> session;
  private final RoutedPlans<M, E> plans;

  /// For memory that the device cannot use in place.
  private final RoutedPlans<M, E> staged;

  private final HostSplitter host;
  private final AtomicBoolean warned;
  private final long slabBytes;
  private final boolean isView;

  /// A splitter that closes the session and the host's splitter when it is closed.
  ///
  /// @param host splits what does not fit the device
  /// @param wish the route that every plan is to take
  public OpenClSplitter(ClSession<M, E> session, HostSplitter host, RouteName wish) {
    this(session, host, wish, Slabs.largest(session.facts()));
  }

  OpenClSplitter(ClSession<M, E> session, HostSplitter host, RouteName wish, long slabBytes) {
    this.session = session;
    this.plans = new RoutedPlans<>(new PlanCache<>(session), wish);
    this.staged = plans;
    this.host = host;
    this.warned = new AtomicBoolean();
    this.slabBytes = slabBytes;
    this.isView = false;
  }

  private OpenClSplitter(OpenClSplitter<M, E> whole, RouteName route) {
    this.session = whole.session;
    this.plans = new RoutedPlans<>(whole.plans.cache(), route);
    // Where memory is shared, candidates are for memory in place: others may not fit elsewhere.
    this.staged = session.facts().sharesMemory() ? whole.staged : plans;
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
    if (plan.unit() == Unit.ELEMENT || isHosts(plan)) {
      return List.of();
    }
    Course course = course(plan, session.facts().sharesMemory());
    if (!course.slabs().fit()) {
      return List.of();
    }
    SplitPlan first = course.slabs().plan(0);
    return plans.cache().candidates(first, placement(course, first));
  }

  private boolean isHosts(SplitPlan plan) {
    return !Slabs.movesAnything(plan) || obstacle(plan).isPresent();
  }

  private Optional<String> obstacle(SplitPlan plan) {
    return ConversionRoutes.obstacle(plan, session.facts());
  }

  /// What the speed of its routes depends on: device, driver and kernels.
  public String revision() {
    return "%s, driver %s, kernels %s"
        .formatted(device(), session.facts().version(), KernelSource.checksum());
  }

  /// How the device takes a plan.
  ///
  /// @param slabs what it takes at once
  /// @param most the bytes that it takes at once
  /// @param inPlace whether it works in the caller's memory
  private record Course(Slabs slabs, long most, boolean inPlace) {}

  /// @param shareable whether the device can use the caller's memory as it is
  private Course course(SplitPlan plan, boolean shareable) {
    Slabs whole = Slabs.of(plan, slabBytes);
    if (shareable && whole.keepAlignment()) {
      return new Course(whole, slabBytes, true);
    }
    if (session.facts().sharesMemory()) {
      // Copies are memory beside the caller's own: they stay small, and the host needs none.
      long most = Math.min(slabBytes, StagedSplit.SLAB_BYTES);
      return new Course(Slabs.of(plan, most), most, false);
    }
    return new Course(whole.finer(StagedSplit.SLAB_BYTES), slabBytes, false);
  }

  private Placement placement(Course course, SplitPlan slab) {
    return course.inPlace() ? SharedSplit.placement(session.facts()) : StagedSplit.placement(slab);
  }

  @Override
  public Device device() {
    return session.facts().device();
  }

  @Override
  protected void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    if (isHosts(plan)) {
      host.carryOutChecked(plan, data, parts);
      return;
    }
    boolean shareable = session.facts().sharesMemory() && SharedSplit.isShareable(data, parts);
    Course course = course(plan, shareable);
    if (!course.slabs().fit()) {
      requireNoWish(plan, course, shareable ? plans : staged);
      warnOnce(plan, course);
      host.carryOutChecked(plan, data, parts);
    } else if (course.inPlace()) {
      new SharedSplit<>(session, plans).run(course.slabs(), data, parts);
    } else {
      new StagedSplit<>(session, staged).run(course.slabs(), data, parts);
    }
  }

  @Override
  protected void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
    Optional<StackPieces> pieces = pieces(plan);
    if (pieces.isEmpty() || isHosts(pieces.get().piece())) {
      host.carryOutChecked(plan, data, result);
      return;
    }
    SplitPlan piece = pieces.get().piece();
    for (long i = 0; i < pieces.get().count(); i++) {
      List<@Nullable MemorySegment> parts = new ArrayList<>();
      for (Part part : piece.parts()) {
        long at = pieces.get().partAt(part, i);
        parts.add(part.isWanted() ? result.asSlice(at, part.bytes()) : null);
      }
      carryOut(piece, data.asSlice(pieces.get().dataAt(i), piece.bytes()), parts);
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

  private void requireNoWish(SplitPlan plan, Course course, RoutedPlans<M, E> routed) {
    if (routed.route() != RouteName.AUTO) {
      throw new IllegalArgumentException(
          "route %s takes at least %s rows of %s at once, which do not fit the %s bytes that device %s takes at once; split in two steps, or leave the route to auto"
              .formatted(
                  routed.route(),
                  Slabs.leastRows(plan),
                  plan.headline(),
                  course.most(),
                  device().name()));
    }
  }

  private void warnOnce(SplitPlan plan, Course course) {
    if (warned.compareAndSet(false, true)) {
      LOG.warn(
          "{} takes {} bytes at once, too few for {} rows of {}; the host splits such plans",
          device().name(),
          course.most(),
          Slabs.leastRows(plan),
          plan.headline());
    }
  }

  /// Of a device that shares memory, how it splits memory that it can use in place.
  @Override
  public Route explain(SplitPlan plan) {
    if (plan.unit() == Unit.ELEMENT) {
      return host.explain(plan);
    }
    Optional<String> obstacle = obstacle(plan);
    if (obstacle.isPresent()) {
      return byHost(plan, obstacle.get());
    }
    Course course = course(plan, session.facts().sharesMemory());
    if (!course.slabs().fit()) {
      requireNoWish(plan, course, plans);
      return byHost(plan, "too few rows fit the device at once");
    }
    SplitPlan first = course.slabs().plan(0);
    Route route = plans.route(first, placement(course, first)).describe();
    return course.slabs().describe(route);
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
