package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.DeviceParts;
import io.cleave.backend.DeviceSplitter;
import io.cleave.backend.Region;
import io.cleave.backend.Route;
import io.cleave.backend.RouteName;
import io.cleave.backend.Usage;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Placement.Target;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.route.Routing;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.spi.Checks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Splits on a session's queue, in the session's own types. After a failure, events are released
/// and nothing is waited for, see [OwnQueue].
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class QueueSplitter<M, E> implements DeviceSplitter<M, E> {
  private record Key(SplitPlan plan, Placement placement) {}

  private final ClSession<M, E> session;
  private final RouteName wish;
  private final LruCache<KernelVariant, ClKernel> programs;
  private final LruCache<Key, PreparedSplit<M, E>> splits;
  private final Usage usage = new Usage("the splitter");
  private final DeviceBuffers<M> buffers;

  /// A splitter that closes the session when it is closed.
  ///
  /// @param wish the route that every plan is to take
  public QueueSplitter(ClSession<M, E> session, RouteName wish) {
    this.session = session;
    this.wish = wish;
    this.programs = Programs.of(session);
    this.splits =
        PreparedSplit.cache(
            Key::plan,
            _ -> wish,
            key -> new PreparedSplit<>(session, programs, route(key.plan(), key.placement())),
            PreparedSplit::close);
    this.buffers = new DeviceBuffers<>(session, usage);
  }

  private Routing route(SplitPlan plan, Placement placement) {
    return Router.route(session.facts(), plan, placement, wish);
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
    return usage.during(
        () -> {
          List<@Nullable Region<M>> outputs = new ArrayList<>(parts);
          Checks.requireCount(plan, outputs);
          buffers.check(plan, data, outputs);
          buffers.requireAligned(data, outputs);
          Placement placement = new Placement(data.at(), Target.SEPARATE, offsets(outputs));
          IntFunction<M> memory = part -> Objects.requireNonNull(outputs.get(part)).memory();
          return enqueue(Checks.moved(plan, outputs), placement, data.memory(), memory, after);
        });
  }

  private static <M> List<Long> offsets(List<? extends @Nullable Region<M>> parts) {
    boolean atZero = parts.stream().allMatch(part -> part == null || part.at() == 0);
    return atZero ? List.of() : parts.stream().map(part -> part == null ? 0L : part.at()).toList();
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
    M whole = parts.whole();
    List<@Nullable Region<M>> regions = new ArrayList<>(plan.partCount());
    for (int i = 0; i < plan.partCount(); i++) {
      boolean present = parts.parts().get(i) != null;
      regions.add(present ? new Region<>(whole, parts.offsets().get(i)) : null);
    }
    buffers.check(plan, data, regions);
    buffers.checkSlices(plan, parts.parts());
    buffers.requireAligned(data, regions);
    Placement placement = new Placement(data.at(), Target.PACKED, parts.offsets());
    return enqueue(Checks.moved(plan, regions), placement, data.memory(), _ -> whole, after);
  }

  private E enqueue(
      SplitPlan plan, Placement placement, M data, IntFunction<M> parts, List<? extends E> after) {
    List<E> first = List.copyOf(after);
    return joined(first, events -> queue(plan, placement, data, parts, first, events));
  }

  @Override
  public E enqueue(StackedPlan plan, Region<M> data, Region<M> result, List<? extends E> after) {
    return usage.during(
        () -> {
          buffers.check(plan, data, result);
          List<E> first = List.copyOf(after);
          StackPieces pieces = StackPieces.of(plan).orElseThrow(() -> scattered(plan));
          requireFewLaunches(pieces, data, result);
          return joined(first, events -> queue(pieces, data, result, first, events));
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
      try (var split = splits.lease(new Key(pieces.piece(), first))) {
        pieces.requireFewLaunches(split.value().texts().size());
      }
    }
  }

  private void queue(
      StackPieces pieces, Region<M> data, Region<M> result, List<E> after, List<E> events) {
    for (long i = 0; i < pieces.count(); i++) {
      Placement placement = pieces.placement(i, data.at(), result.at());
      queue(pieces.piece(), placement, data.memory(), _ -> result.memory(), after, events);
    }
  }

  private void queue(
      SplitPlan plan,
      Placement placement,
      M data,
      IntFunction<M> parts,
      List<E> after,
      List<E> events) {
    try (var split = splits.lease(new Key(plan, placement))) {
      DeviceSplitEvent event = new DeviceSplitEvent();
      event.begin();
      List<E> queued = new ArrayList<>();
      try {
        split.value().enqueue(data, parts, null, after, queued);
      } finally {
        events.addAll(queued);
      }
      event.commit(session, split.value(), queued, false);
    }
  }

  /// One event for commands that wait for some events and nothing else.
  ///
  /// @param commands queues them, and adds their events
  private E joined(List<E> after, Consumer<List<E>> commands) {
    for (int i = 0; i < after.size(); i++) {
      if (!session.isEventInContext(after.get(i))) {
        throw new IllegalArgumentException(
            "event %s of those that must come first is of another context than the queue; give one of the queue's context"
                .formatted(i));
      }
    }
    List<E> events = new ArrayList<>();
    try {
      commands.accept(events);
      if (events.size() == 1) {
        return events.getFirst();
      }
      E marker = session.marker(events.isEmpty() ? after : events);
      // From here on, the marker is what a failure gives back.
      List<E> joined = new ArrayList<>(events);
      events.clear();
      events.add(marker);
      release(joined);
      return marker;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> release(events));
      throw e;
    }
  }

  private void release(List<E> events) {
    Failures failures = new Failures();
    events.forEach(event -> failures.attempt(() -> session.release(event)));
    failures.throwFirst();
  }

  @Override
  public DeviceParts<M> allocate(SplitPlan plan) {
    return usage.during(() -> buffers.allocate(plan));
  }

  @Override
  public DeviceParts<M> view(SplitPlan plan, Region<M> data) {
    return usage.during(() -> buffers.view(plan, data));
  }

  @Override
  public void prepare(SplitPlan plan) {
    usage.during(
        () -> {
          SplitPlan moved = moved(plan);
          Placement packed = new Placement(0, Target.PACKED, buffers.layout(plan).offsets());
          splits.lease(new Key(moved, wholeBuffers())).close();
          splits.lease(new Key(moved, packed)).close();
          return plan;
        });
  }

  @Override
  public Route explain(SplitPlan plan) {
    return usage.during(() -> route(moved(plan), wholeBuffers()).describe());
  }

  private static SplitPlan moved(SplitPlan plan) {
    DeviceBuffers.requireNumbers(plan);
    return Checks.moved(plan, plan.parts());
  }

  private static Placement wholeBuffers() {
    return Placement.atZero(Target.SEPARATE);
  }

  @Override
  public void close() {
    buffers.requireClosed();
    if (usage.close()) {
      Failures failures = new Failures();
      failures.attempt(splits::close);
      failures.attempt(programs::close);
      failures.attempt(session::close);
      failures.throwFirst();
    }
  }
}
