package io.cleave.opencl.run;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.route.ConversionKernels;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.LruCache;
import io.cleave.plan.Geometry;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.AbstractSplitter;
import io.cleave.spi.Failures;
import io.cleave.spi.Residence;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// Splits host memory on an OpenCL device.
///
/// A device that shares memory with the host works in place if all memory is native, aligned and
/// not mapped. Otherwise a device that sees the host's addresses works in copies, and any other in
/// buffers of its own, a chunk of rows at a time. Data that is not dense is one chunk.
///
/// The host splits strings, and converts values that the device would round to other bits. Unless a
/// route is named, it also splits data that does not fit the device, and large data that a stack
/// scatters element by element.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClSplitter<M, E> extends AbstractSplitter {
  /// From so many indices of outer levels on, each of fewer bytes than [#SHORT_BYTES], a device
  /// takes longer than the host.
  private static final long MANY_INDICES = 1 << 16;

  private static final long SHORT_BYTES = 64;

  /// Key of an executor.
  ///
  /// @param shareable true if the device can use the caller's memory in place
  private record Key(SplitPlan plan, boolean shareable, Route route) {}

  private final ClSession<M, E> session;
  private final DeviceInfo info;
  private final AbstractSplitter host;

  private final LruCache<Key, PlanExecutor> executors;

  private final Route route;

  /// A splitter that closes the session and the host's splitter when it is closed.
  ///
  /// @param host splits what the device cannot
  /// @param route the route that every plan is to take
  public OpenClSplitter(ClSession<M, E> session, AbstractSplitter host, Route route) {
    this.session = session;
    this.info = session.info();
    this.host = host;
    this.route = route;
    this.executors =
        new LruCache<>(
            PreparedSplit.MOST_WEIGHT,
            key -> PreparedSplit.weight(key.plan(), key.route()),
            this::executor);
  }

  private OpenClSplitter(OpenClSplitter<M, E> whole, Route route) {
    this.session = whole.session;
    this.info = whole.info;
    this.host = whole.host;
    this.executors = whole.executors;
    this.route = route;
  }

  /// True if a device can use all of this memory in place.
  public static boolean isShareable(MemorySegment data, List<MemorySegment> parts) {
    return HostTransfer.isUsable(data, Placement.ALIGNMENT)
        && parts.stream().allMatch(part -> HostTransfer.isUsable(part, Placement.ALIGNMENT));
  }

  /// A splitter on another route that shares the session and the compiled kernels of this one.
  /// Close only one of the two, which ends both.
  public OpenClSplitter<M, E> onRoute(Route other) {
    return new OpenClSplitter<>(this, other);
  }

  /// The routes that may be the fastest for a plan and memory that the device can use in place, at
  /// most four: that of [Route#AUTO] first, and no two that do the same. Empty if the host splits.
  public List<Route> candidates(SplitPlan plan) {
    if (obstacle(plan, info.sharesMemory(), Route.AUTO).isPresent()) {
      return List.of();
    }
    Chunks chunks = Chunks.of(info, plan, info.sharesMemory());
    return Router.candidates(info, chunks.each(), chunks.placement(info));
  }

  /// A text that changes with the speed of routes: device, driver and kernels.
  public String revision() {
    return "%s, driver %s, kernels %s".formatted(device(), info.version(), ClKernel.REVISION);
  }

  @Override
  public Residence residence() {
    return new OpenClResidence<>(session.another(), route);
  }

  @Override
  public Device device() {
    return info.device();
  }

  /// The reason for which the host carries a plan out; empty if the device does.
  ///
  /// @throws IllegalArgumentException if a route is named and the plan does not fit the device
  private Optional<String> obstacle(SplitPlan plan, boolean shareable, Route named) {
    if (plan.geometry().unit() == Unit.ELEMENT) {
      return Optional.of("strings are objects of the JVM");
    }
    if (plan.geometry().pieces() == 0) {
      return Optional.of("there is nothing to move");
    }
    Optional<String> obstacle = ConversionKernels.obstacle(plan, info);
    if (obstacle.isPresent()) {
      return obstacle;
    }
    if (named == Route.AUTO && isScattered(plan)) {
      return Optional.of(
          "there are %s or more stretches of less than %s bytes"
              .formatted(MANY_INDICES, SHORT_BYTES));
    }
    Chunks chunks = Chunks.of(info, plan, shareable);
    if (chunks.fit()) {
      return Optional.empty();
    }
    if (named != Route.AUTO) {
      throw new IllegalArgumentException(
          "route %s takes at least %s rows of %s at once, which do not fit the %s bytes that device %s takes at once; split in two steps, or leave the route to auto"
              .formatted(
                  named, Chunks.leastRows(plan), plan.headline(), chunks.most(), device().name()));
    }
    return Optional.of("too few rows fit the device at once");
  }

  private static boolean isScattered(SplitPlan plan) {
    Geometry loops = plan.geometry();
    long indices = loops.allRows() / loops.rows();
    return indices >= MANY_INDICES && plan.partBytes() / indices < SHORT_BYTES;
  }

  private PlanExecutor executor(Key key) {
    SplitPlan plan = key.plan();
    if (obstacle(plan, key.shareable(), key.route()).isPresent()) {
      return (data, parts) -> host.carryOut(plan, data, parts);
    }
    Chunks chunks = Chunks.of(info, plan, key.shareable());
    return new HostTransfer<>(session, chunks, key.route());
  }

  @Override
  public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    boolean shareable = info.sharesMemory() && isShareable(data, parts);
    try (var lease = executors.lease(new Key(plan, shareable, route))) {
      lease.value().run(data, parts);
    }
  }

  /// The route of a split. For a device that shares memory, that is the one for memory in place.
  @Override
  public RouteExplanation route(SplitPlan plan) {
    Optional<String> obstacle = obstacle(plan, info.sharesMemory(), route);
    if (obstacle.isPresent()) {
      RouteExplanation by = host.route(plan);
      return by.because("by the host, since %s; %s".formatted(obstacle.get(), by.reason()));
    }
    Chunks chunks = Chunks.of(info, plan, info.sharesMemory());
    Placement placement = chunks.placement(info);
    return chunks.describe(Router.route(info, chunks.each(), placement, route).describe());
  }

  @Override
  protected void release() {
    Failures.all(executors::close, session::close, host::close);
  }
}
