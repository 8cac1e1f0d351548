package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.DeviceParts;
import io.cleave.backend.DeviceSplitter;
import io.cleave.backend.Region;
import io.cleave.backend.Route;
import io.cleave.backend.RouteName;
import io.cleave.backend.Usage;
import io.cleave.opencl.route.PackedLayout;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.spi.Checks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Splits on a session's queue, in the session's own types.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class QueueSplitter<M, E> implements DeviceSplitter<M, E> {
  private final ClSession<M, E> session;
  private final RoutedPlans<M, E> plans;
  private final Usage usage = new Usage("the splitter");

  private final ResultBuffers<M> results;

  /// A splitter that closes the session when it is closed.
  ///
  /// @param wish the route that every plan is to take
  public QueueSplitter(ClSession<M, E> session, RouteName wish) {
    this.session = session;
    this.plans = new RoutedPlans<>(new PlanCache<>(session), wish);
    this.results = new ResultBuffers<>(session, usage);
  }

  @Override
  public Device device() {
    return session.facts().device();
  }

  @Override
  public E enqueue(
      SplitPlan plan,
      Region<M> data,
      List<? extends @Nullable Region<M>> parts,
      List<? extends E> after) {
    return usage.during(() -> enqueueNow(plan, data, Checks.copy(plan, parts), after));
  }

  private E enqueueNow(
      SplitPlan plan,
      Region<M> data,
      List<? extends @Nullable Region<M>> parts,
      List<? extends E> after) {
    Checks.requireCount(plan, parts);
    DeviceMemory.check(session, plan, data, parts);
    DeviceMemory.requireAligned(session, data, parts);
    Placement placement = new Placement(data.at(), separate(parts));
    SplitPlan moved = Checks.moved(plan, parts);
    return enqueue(moved, placement, data.memory(), part -> memory(parts, part), after);
  }

  @Override
  public E enqueue(
      SplitPlan plan, M data, List<? extends @Nullable M> parts, List<? extends E> after) {
    List<@Nullable Region<M>> regions = new ArrayList<>(parts.size());
    for (M part : parts) {
      regions.add(part == null ? null : Region.of(part));
    }
    return enqueue(plan, Region.of(data), regions, after);
  }

  @Override
  public E enqueue(SplitPlan plan, Region<M> data, DeviceParts<M> parts, List<? extends E> after) {
    return usage.during(() -> parts.whileOpen(() -> enqueueOpen(plan, data, parts, after)));
  }

  private E enqueueOpen(
      SplitPlan plan, Region<M> data, DeviceParts<M> parts, List<? extends E> after) {
    Checks.requireCount(plan, parts.parts());
    List<@Nullable Region<M>> regions = new ArrayList<>(plan.partCount());
    for (int i = 0; i < plan.partCount(); i++) {
      boolean present = parts.parts().get(i) != null;
      regions.add(present ? new Region<>(parts.whole(), parts.offsets().get(i)) : null);
    }
    DeviceMemory.check(session, plan, data, regions);
    DeviceMemory.checkSlices(session, plan, parts.parts());
    DeviceMemory.requireAligned(session, data, regions);
    Placement placement = new Placement(data.at(), new Placement.Packed(parts.offsets()));
    M whole = parts.whole();
    return enqueue(Checks.moved(plan, regions), placement, data.memory(), _ -> whole, after);
  }

  @Override
  public E enqueue(StackedPlan plan, Region<M> data, Region<M> result, List<? extends E> after) {
    return usage.during(
        () -> {
          DeviceMemory.check(session, plan, data, result);
          List<E> first = List.copyOf(after);
          Events.requireInContext(session, first);
          StackPieces pieces = StackPieces.of(plan).orElseThrow(() -> scattered(plan));
          requireFewLaunches(pieces, data, result);
          List<E> events = new ArrayList<>();
          try {
            for (long i = 0; i < pieces.count(); i++) {
              events.add(enqueue(pieces, i, data, result, first));
            }
          } catch (RuntimeException | Error e) {
            Events.drop(session, events, e);
            throw e;
          }
          return joined(events, first);
        });
  }

  private static IllegalArgumentException scattered(StackedPlan plan) {
    return new IllegalArgumentException(
        "on a queue, slices are made of whole rows and bytes of the data, which these are not: %s; split into buffers, or stack along an axis before the one that is split"
            .formatted(plan));
  }

  private void requireFewLaunches(StackPieces pieces, Region<M> data, Region<M> result) {
    if (pieces.count() > 0) {
      Placement first = pieces.placement(0, data.at(), result.at());
      try (Lease<PreparedSplit<M, E>> prepared = plans.prepare(pieces.piece(), first)) {
        pieces.requireFewLaunches(prepared.value().texts().size());
      }
    }
  }

  private E enqueue(
      StackPieces pieces, long index, Region<M> data, Region<M> result, List<? extends E> after) {
    Placement placement = pieces.placement(index, data.at(), result.at());
    return queued(pieces.piece(), placement, data.memory(), _ -> result.memory(), after);
  }

  private E enqueue(
      SplitPlan plan, Placement placement, M data, Targets<M> targets, List<? extends E> after) {
    List<E> first = List.copyOf(after);
    Events.requireInContext(session, first);
    return queued(plan, placement, data, targets, first);
  }

  private E queued(
      SplitPlan plan, Placement placement, M data, Targets<M> targets, List<? extends E> after) {
    List<E> events = new ArrayList<>();
    try (Lease<PreparedSplit<M, E>> prepared = plans.prepare(plan, placement)) {
      DeviceTime<E> time = new DeviceTime<>(session, prepared.value());
      prepared.value().enqueue(data, targets, after, events);
      time.queued(events);
    } catch (RuntimeException | Error e) {
      Events.drop(session, events, e);
      throw e;
    }
    return joined(events, after);
  }

  private E joined(List<E> events, List<? extends E> after) {
    return events.isEmpty() ? session.marker(after) : Events.join(session, events);
  }

  @Override
  public DeviceParts<M> allocate(SplitPlan plan) {
    return usage.during(
        () -> {
          DeviceMemory.requireNumbers(plan);
          PackedLayout layout = PackedLayout.of(plan, session.facts().baseAlignment());
          long largest = session.facts().maxAllocation();
          if (layout.bytes() > largest) {
            throw new IllegalArgumentException(
                "the parts take %s bytes together, the device allocates at most %s at once; give each part a buffer of its own"
                    .formatted(layout.bytes(), largest));
          }
          M whole = session.allocate(Math.max(1, layout.bytes()));
          return results.slices(plan, layout.offsets(), whole, () -> session.free(whole));
        });
  }

  @Override
  public DeviceParts<M> view(SplitPlan plan, Region<M> data) {
    return usage.during(
        () -> {
          DeviceMemory.checkData(session, plan, data);
          Checks.requireViewable(plan);
          // OpenCL has no sub-buffers of sub-buffers.
          Region<M> root = session.root(data.memory());
          long dataAt = root.at() + data.at();
          List<Long> offsets = new ArrayList<>(plan.partCount());
          for (Part part : plan.parts()) {
            offsets.add(part.isMoved() ? viewable(part, dataAt) : 0);
          }
          return results.slices(plan, offsets, root.memory(), () -> {});
        });
  }

  private long viewable(Part part, long dataAt) {
    if (!part.isContiguous()) {
      throw new IllegalArgumentException(
          "a view needs each part in one piece; copy instead, since the data holds %s"
              .formatted(part));
    }
    long at = dataAt + part.offset();
    long alignment = session.facts().baseAlignment();
    if (at % alignment != 0) {
      throw new IllegalArgumentException(
          "part %s begins at byte %s of the buffer; on this device a view begins at a multiple of %s, so copy instead"
              .formatted(part.index(), at, alignment));
    }
    return at;
  }

  @Override
  public void prepare(SplitPlan plan) {
    usage.during(
        () -> {
          SplitPlan moved = moved(plan);
          plans.prepare(moved, wholeBuffers()).close();
          plans.prepare(moved, onePackedBuffer(plan)).close();
          return plan;
        });
  }

  @Override
  public Route explain(SplitPlan plan) {
    return usage.during(() -> plans.route(moved(plan), wholeBuffers()).describe());
  }

  private static SplitPlan moved(SplitPlan plan) {
    DeviceMemory.requireNumbers(plan);
    return Checks.moved(plan, plan.parts());
  }

  private static Placement wholeBuffers() {
    return new Placement(0, Placement.Separate.AT_ZERO);
  }

  private Placement onePackedBuffer(SplitPlan plan) {
    PackedLayout layout = PackedLayout.of(plan, session.facts().baseAlignment());
    return new Placement(0, new Placement.Packed(layout.offsets()));
  }

  private static <M> Placement.Separate separate(List<? extends @Nullable Region<M>> parts) {
    boolean atZero = parts.stream().allMatch(part -> part == null || part.at() == 0);
    return atZero
        ? Placement.Separate.AT_ZERO
        : new Placement.Separate(
            parts.stream().map(part -> part == null ? 0L : part.at()).toList());
  }

  private static <M> M memory(List<? extends @Nullable Region<M>> parts, int part) {
    return Objects.requireNonNull(parts.get(part), "a route uses wanted parts only").memory();
  }

  @Override
  public void close() {
    results.requireClosed();
    if (usage.close()) {
      Failures failures = new Failures();
      failures.attempt(plans.cache()::close);
      failures.attempt(session::close);
      failures.throwFirst();
    }
  }
}
