package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.backend.RouteName;
import io.cleave.opencl.route.ConversionRoutes;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.session.ClKernel;
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
/// aligned. Everything else is staged through buffers on the device, a chunk of rows at a time.
///
/// The host splits strings, puts slices of one tensor together, and converts values that the device
/// would round to other bits. Unless a route is asked for, it also splits rows that are too long
/// for the device.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClSplitter<M, E> extends HostSplitter {
  private static final Logger LOG = LoggerFactory.getLogger(OpenClSplitter.class);

  /// What a prepared transfer depends on.
  ///
  /// @param shareable whether the device can use the caller's memory as it is
  private record Key(SplitPlan plan, boolean shareable, RouteName route) {}

  /// How the device takes a plan.
  ///
  /// @param most the bytes of the largest chunk
  /// @param inPlace whether it works in the caller's memory
  private record Way(Chunks chunks, long most, boolean inPlace) {}

  private final ClSession<M, E> session;
  private final DeviceInfo info;
  private final HostSplitter host;
  private final long chunkBytes;
  private final LruCache<KernelVariant, ClKernel> programs;

  /// A transfer for each plan that the device takes, empty for one that the host carries out.
  private final LruCache<Key, Optional<HostTransfer<M, E>>> transfers;

  private final AtomicBoolean warned;

  /// The route that was asked for when the session's first splitter was opened.
  private final RouteName wish;

  private final RouteName route;
  private final boolean isView;

  /// A splitter that closes the session and the host's splitter when it is closed.
  ///
  /// @param host splits what does not fit the device
  /// @param wish the route that every plan is to take
  public OpenClSplitter(ClSession<M, E> session, HostSplitter host, RouteName wish) {
    this.session = session;
    this.info = session.facts();
    this.host = host;
    this.chunkBytes = Chunks.largest(info);
    this.programs = Programs.of(session);
    this.transfers =
        PreparedSplit.cache(
            Key::plan, Key::route, this::transfer, made -> made.ifPresent(HostTransfer::close));
    this.warned = new AtomicBoolean();
    this.wish = wish;
    this.route = wish;
    this.isView = false;
  }

  private OpenClSplitter(OpenClSplitter<M, E> whole, RouteName route) {
    this.session = whole.session;
    this.info = whole.info;
    this.host = whole.host;
    this.chunkBytes = whole.chunkBytes;
    this.programs = whole.programs;
    this.transfers = whole.transfers;
    this.warned = whole.warned;
    this.wish = whole.wish;
    this.route = route;
    this.isView = true;
  }

  /// The same splitter on another route: it shares the session and all that is compiled. Closing it
  /// gives nothing back; closing this one ends it too.
  public OpenClSplitter<M, E> onRoute(RouteName other) {
    return new OpenClSplitter<>(this, other);
  }

  /// The routes that may suit a plan best, four at the most: that of [RouteName#AUTO] first, and no
  /// two that do the same. None for what the host splits.
  public List<RouteName> candidates(SplitPlan plan) {
    if (obstacle(plan).isPresent()) {
      return List.of();
    }
    Way way = way(plan, info.sharesMemory());
    return way.chunks().fit()
        ? Router.candidates(info, way.chunks().each(), placement(way))
        : List.of();
  }

  /// A text that changes with the speed of routes: device, driver and kernels.
  public String revision() {
    return "%s, driver %s, kernels %s".formatted(device(), info.version(), KernelSource.checksum());
  }

  @Override
  public Device device() {
    return info.device();
  }

  /// Why the host carries a plan out, however it is cut into chunks.
  private Optional<String> obstacle(SplitPlan plan) {
    if (plan.unit() == Unit.ELEMENT) {
      return Optional.of("strings are objects of the JVM");
    }
    return plan.parts().stream().anyMatch(Part::isMoved)
        ? ConversionRoutes.obstacle(plan, info)
        : Optional.of("there is nothing to move");
  }

  private Way way(SplitPlan plan, boolean shareable) {
    Chunks large = Chunks.of(plan, chunkBytes, chunkBytes);
    if (shareable && large.keepAlignment()) {
      return new Way(large, chunkBytes, true);
    }
    long preferred = Math.min(chunkBytes, HostTransfer.STAGE_BYTES);
    // Where memory is shared, buffers are memory beside the caller's own: they stay small.
    long most = info.sharesMemory() ? preferred : chunkBytes;
    return new Way(Chunks.of(plan, preferred, most), most, false);
  }

  private Placement placement(Way way) {
    return HostTransfer.placement(info, way.chunks().each(), way.inPlace());
  }

  /// Where memory is shared, candidates are for memory in place: others may not fit elsewhere.
  private RouteName route(Way way, RouteName asked) {
    return way.inPlace() || !info.sharesMemory() ? asked : wish;
  }

  /// Of a splitter that opened the session; its views share what this makes.
  private Optional<HostTransfer<M, E>> transfer(Key key) {
    if (obstacle(key.plan()).isPresent()) {
      return Optional.empty();
    }
    Way way = way(key.plan(), key.shareable());
    RouteName taken = route(way, key.route());
    if (!way.chunks().fit()) {
      requireNoWish(key.plan(), way, taken);
      if (warned.compareAndSet(false, true)) {
        LOG.warn(
            "{} takes {} bytes at once, too few for {} rows of {}; the host splits such plans",
            device().name(),
            way.most(),
            Chunks.leastRows(key.plan()),
            key.plan().headline());
      }
      return Optional.empty();
    }
    return Optional.of(new HostTransfer<>(session, programs, way.chunks(), way.inPlace(), taken));
  }

  private void requireNoWish(SplitPlan plan, Way way, RouteName asked) {
    if (asked != RouteName.AUTO) {
      throw new IllegalArgumentException(
          "route %s takes at least %s rows of %s at once, which do not fit the %s bytes that device %s takes at once; split in two steps, or leave the route to auto"
              .formatted(
                  asked, Chunks.leastRows(plan), plan.headline(), way.most(), device().name()));
    }
  }

  @Override
  protected void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    boolean shareable = info.sharesMemory() && HostTransfer.isShareable(data, parts);
    try (var lease = transfers.lease(new Key(plan, shareable, route))) {
      Optional<HostTransfer<M, E>> transfer = lease.value();
      if (transfer.isPresent()) {
        transfer.get().run(data, parts);
      } else {
        host.carryOutChecked(plan, data, parts);
      }
    }
  }

  @Override
  protected void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
    Optional<StackPieces> pieces = pieces(plan);
    if (pieces.isEmpty() || obstacle(pieces.get().piece()).isPresent()) {
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

  private static Optional<StackPieces> pieces(StackedPlan plan) {
    return StackPieces.of(plan).filter(StackPieces::areLarge);
  }

  /// Of a device that shares memory, how it splits memory that it can use in place.
  @Override
  public Route explain(SplitPlan plan) {
    Optional<String> obstacle = obstacle(plan);
    if (obstacle.isPresent()) {
      return byHost(plan, obstacle.get());
    }
    Way way = way(plan, info.sharesMemory());
    if (!way.chunks().fit()) {
      requireNoWish(plan, way, route);
      return byHost(plan, "too few rows fit the device at once");
    }
    Route first =
        Router.route(info, way.chunks().each(), placement(way), route(way, route)).describe();
    return way.chunks().describe(first);
  }

  @Override
  public Route explain(StackedPlan plan) {
    Optional<StackPieces> pieces = pieces(plan);
    if (pieces.isEmpty()) {
      return byHost(plan.slices(), "pieces of slices are small, or no whole rows");
    }
    Route piece = explain(pieces.get().piece());
    String reason =
        pieces.get().count() == 1
            ? piece.reason()
            : "%s pieces of %s rows; %s"
                .formatted(pieces.get().count(), pieces.get().piece().rows(), piece.reason());
    return new Route(piece.name(), reason, piece.steps());
  }

  private Route byHost(SplitPlan plan, String why) {
    Route by = host.explain(plan);
    String reason = "by the host, since %s; %s".formatted(why, by.reason());
    return new Route(by.name(), reason, by.steps());
  }

  @Override
  protected void release() {
    if (isView) {
      return;
    }
    Failures failures = new Failures();
    failures.attempt(transfers::close);
    failures.attempt(programs::close);
    failures.attempt(session::close);
    failures.attempt(host::close);
    failures.throwFirst();
  }
}
