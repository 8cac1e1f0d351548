package io.cleave.opencl.run;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.route.ConversionKernels;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.Residence;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Splits host memory on an OpenCL device.
///
/// A device that shares memory with the host works in place where all memory is native, no file and
/// aligned. Everything else is staged through buffers on the device, a chunk of rows at a time.
///
/// The host splits strings, puts slices of one tensor together, and converts values that the device
/// would round to other bits. Unless a route is asked for, it also splits rows that are too long
/// for the device.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClSplitter<M, E> extends HostSplitter {
  /// What a prepared transfer depends on.
  ///
  /// @param shareable whether the device can use the caller's memory as it is
  private record Key(SplitPlan plan, boolean shareable, Route route) {}

  private final ClSession<M, E> session;
  private final DeviceInfo info;
  private final HostSplitter host;
  private final LruCache<KernelVariant, ClKernel> programs;

  /// A transfer for each plan that the device takes, empty for one that the host carries out.
  private final LruCache<Key, Optional<HostTransfer<M, E>>> transfers;

  private final Route route;
  private final boolean isView;

  /// A splitter that closes the session and the host's splitter when it is closed.
  ///
  /// @param host splits what does not fit the device
  /// @param route the route that every plan is to take
  public OpenClSplitter(ClSession<M, E> session, HostSplitter host, Route route) {
    this.session = session;
    this.info = session.facts();
    this.host = host;
    this.programs = PreparedSplit.programs(session);
    this.transfers =
        new LruCache<>(
            PreparedSplit.MOST_WEIGHT,
            key -> PreparedSplit.weight(key.plan(), key.route()),
            this::transfer,
            made -> made.ifPresent(HostTransfer::close));
    this.route = route;
    this.isView = false;
  }

  private OpenClSplitter(OpenClSplitter<M, E> whole, Route route) {
    this.session = whole.session;
    this.info = whole.info;
    this.host = whole.host;
    this.programs = whole.programs;
    this.transfers = whole.transfers;
    this.route = route;
    this.isView = true;
  }

  /// True if a device can use all of this memory as it is.
  public static boolean isShareable(
      MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    boolean isShareable = isShareable(data);
    for (int i = 0; isShareable && i < parts.size(); i++) {
      MemorySegment part = parts.get(i);
      isShareable = part == null || part.byteSize() == 0 || isShareable(part);
    }
    return isShareable;
  }

  private static boolean isShareable(MemorySegment memory) {
    return HostTransfer.hasAddress(memory) && memory.address() % Placement.ALIGNMENT == 0;
  }

  /// The same splitter on another route: it shares the session and all that is compiled. Closing it
  /// gives nothing back; closing this one ends it too.
  public OpenClSplitter<M, E> onRoute(Route other) {
    return new OpenClSplitter<>(this, other);
  }

  /// The routes that may suit a plan best for memory that the device can use in place, four at the
  /// most: that of [Route#AUTO] first, and no two that do the same. None for what the host splits.
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

  /// Why the host carries a plan out.
  ///
  /// @throws IllegalArgumentException if a route is asked for and the plan does not fit the device
  private Optional<String> obstacle(SplitPlan plan, boolean shareable, Route asked) {
    if (plan.unit() == Unit.ELEMENT) {
      return Optional.of("strings are objects of the JVM");
    }
    if (plan.parts().stream().noneMatch(Part::isMoved)) {
      return Optional.of("there is nothing to move");
    }
    Optional<String> obstacle = ConversionKernels.obstacle(plan, info);
    if (obstacle.isPresent()) {
      return obstacle;
    }
    Chunks chunks = Chunks.of(info, plan, shareable);
    if (chunks.fit()) {
      return Optional.empty();
    }
    if (asked != Route.AUTO) {
      throw new IllegalArgumentException(
          "route %s takes at least %s rows of %s at once, which do not fit the %s bytes that device %s takes at once; split in two steps, or leave the route to auto"
              .formatted(
                  asked, Chunks.leastRows(plan), plan.headline(), chunks.most(), device().name()));
    }
    return Optional.of("too few rows fit the device at once");
  }

  private Optional<HostTransfer<M, E>> transfer(Key key) {
    if (obstacle(key.plan(), key.shareable(), key.route()).isPresent()) {
      return Optional.empty();
    }
    Chunks chunks = Chunks.of(info, key.plan(), key.shareable());
    return Optional.of(new HostTransfer<>(session, programs, chunks, key.route()));
  }

  @Override
  public void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    boolean shareable = info.sharesMemory() && isShareable(data, parts);
    try (var lease = transfers.lease(new Key(plan, shareable, route))) {
      Optional<HostTransfer<M, E>> transfer = lease.value();
      if (transfer.isPresent()) {
        transfer.get().run(data, parts);
      } else {
        host.carryOut(plan, data, parts);
      }
    }
  }

  @Override
  public void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
    Optional<StackPieces> pieces = pieces(plan);
    if (pieces.isEmpty()
        || obstacle(pieces.get().piece(), info.sharesMemory(), route).isPresent()) {
      host.carryOut(plan, data, result);
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

  private static Optional<StackPieces> pieces(StackedPlan plan) {
    return StackPieces.of(plan).filter(StackPieces::areLarge);
  }

  /// Of a device that shares memory, how it splits memory that it can use in place.
  @Override
  public RouteExplanation route(SplitPlan plan) {
    Optional<String> obstacle = obstacle(plan, info.sharesMemory(), route);
    if (obstacle.isPresent()) {
      return byHost(plan, obstacle.get());
    }
    Chunks chunks = Chunks.of(info, plan, info.sharesMemory());
    Placement placement = chunks.placement(info);
    return chunks.describe(Router.route(info, chunks.each(), placement, route).describe());
  }

  @Override
  public RouteExplanation route(StackedPlan plan) {
    Optional<StackPieces> pieces = pieces(plan);
    if (pieces.isEmpty()) {
      return byHost(plan.slices(), "pieces of slices are small, or no whole rows");
    }
    RouteExplanation piece = route(pieces.get().piece());
    String reason =
        pieces.get().count() == 1
            ? piece.reason()
            : "%s pieces of %s rows; %s"
                .formatted(pieces.get().count(), pieces.get().piece().rows(), piece.reason());
    return new RouteExplanation(piece.name(), reason, piece.steps());
  }

  private RouteExplanation byHost(SplitPlan plan, String why) {
    RouteExplanation by = host.route(plan);
    String reason = "by the host, since %s; %s".formatted(why, by.reason());
    return new RouteExplanation(by.name(), reason, by.steps());
  }

  @Override
  protected void release() {
    if (isView) {
      return;
    }
    Failures.all(transfers::close, programs::close, session::close, host::close);
  }
}
