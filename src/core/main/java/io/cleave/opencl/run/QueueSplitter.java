package io.cleave.opencl.run;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Placement.Target;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.route.Routing;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.Checks;
import io.cleave.spi.Usage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Splits on a session's queue, in the session's own types. After a failure, events are released
/// and nothing is waited for: a command may wait for the user's next step.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class QueueSplitter<M, E> implements AutoCloseable {
  private record Key(SplitPlan plan, Placement placement) {}

  /// Bytes of a buffer in use.
  private record Claim(String user, long end) {}

  private final ClSession<M, E> session;
  private final Route wish;
  private final LruCache<KernelVariant, ClKernel> programs;
  private final LruCache<Key, PreparedSplit<M, E>> splits;
  private final Usage usage = new Usage("the splitter");

  /// A splitter that closes the session when it is closed.
  ///
  /// @param wish the route that every plan is to take
  public QueueSplitter(ClSession<M, E> session, Route wish) {
    this.session = session;
    this.wish = wish;
    this.programs = PreparedSplit.programs(session);
    this.splits =
        new LruCache<>(
            PreparedSplit.MOST_WEIGHT,
            key -> PreparedSplit.weight(key.plan(), wish),
            key -> new PreparedSplit<>(session, programs, route(key)),
            PreparedSplit::close);
  }

  private Routing route(Key key) {
    return Router.route(session.facts(), key.plan(), key.placement(), wish);
  }

  /// The device that the queue belongs to.
  public Device device() {
    return session.facts().device();
  }

  /// Queues a split without an event, on an out-of-order queue only where its commands may run in
  /// any order.
  ///
  /// @param parts a place for each part of the plan, in order; null for a part that is not wanted
  ///   or is empty
  public void enqueue(SplitPlan plan, Place<M> data, List<? extends @Nullable Place<M>> parts) {
    if (ordersByEvents()) {
      session.release(submit(plan, data, parts, List.of()));
    } else {
      usage.during(() -> queue(plan, data, parts, List.of(), null));
    }
  }

  /// Queues a split.
  ///
  /// @return an event that comes when all parts are written
  public E submit(
      SplitPlan plan,
      Place<M> data,
      List<? extends @Nullable Place<M>> parts,
      List<? extends E> after) {
    return usage.during(
        () -> joined(after, (first, events) -> queue(plan, data, parts, first, events)));
  }

  /// Queues a split into slices of one tensor without an event.
  public void enqueue(StackedPlan plan, Place<M> data, Place<M> result) {
    if (ordersByEvents()) {
      session.release(submit(plan, data, result, List.of()));
    } else {
      usage.during(() -> queue(plan, data, result, List.of(), null));
    }
  }

  /// Queues a split into slices of one tensor.
  ///
  /// @return an event that comes when all slices are written
  public E submit(StackedPlan plan, Place<M> data, Place<M> result, List<? extends E> after) {
    return usage.during(
        () -> joined(after, (first, events) -> queue(plan, data, result, first, events)));
  }

  /// True if launches must not overlap on a queue that would let them.
  private boolean ordersByEvents() {
    return session.facts().serialLaunches() && session.isOutOfOrder();
  }

  /// @param events gets those of the commands; null to make none
  private void queue(
      SplitPlan plan,
      Place<M> data,
      List<? extends @Nullable Place<M>> parts,
      List<E> after,
      @Nullable List<E> events) {
    List<@Nullable Place<M>> outputs = new ArrayList<>(parts);
    check(plan, data, outputs);
    List<@Nullable M> memory = new ArrayList<>(outputs.size());
    List<Long> ats = new ArrayList<>(outputs.size());
    for (Place<M> output : outputs) {
      memory.add(output == null ? null : output.memory());
      ats.add(output == null ? 0 : output.at());
    }
    Placement placement = new Placement(data.at(), target(memory), ats);
    queue(Checks.moved(plan, outputs), placement, data.memory(), memory, after, events);
  }

  /// Several parts in one buffer share a launch.
  private static <M> Target target(List<? extends @Nullable M> memory) {
    Set<@Nullable M> buffers = new HashSet<>(memory);
    buffers.remove(null);
    boolean isOne = buffers.size() == 1 && Collections.frequency(memory, null) < memory.size() - 1;
    return isOne ? Target.PACKED : Target.SEPARATE;
  }

  private void queue(
      StackedPlan plan, Place<M> data, Place<M> result, List<E> after, @Nullable List<E> events) {
    Map<M, NavigableMap<Long, Claim>> claims = new HashMap<>();
    claim(claims, "the data", data, plan.slices().bytes());
    claim(claims, "the result", result, plan.bytes());
    StackPieces pieces = StackPieces.of(plan).orElseThrow(() -> scattered(plan));
    requireFewLaunches(pieces, data, result);
    List<M> parts = Collections.nCopies(pieces.piece().partCount(), result.memory());
    List<E> waits = after;
    for (long i = 0; i < pieces.count(); i++) {
      Placement placement = pieces.placement(i, data.at(), result.at());
      queue(pieces.piece(), placement, data.memory(), parts, waits, events);
      if (events != null && session.facts().serialLaunches()) {
        waits = List.of(events.getLast());
      }
    }
  }

  private static IllegalArgumentException scattered(StackedPlan plan) {
    return new IllegalArgumentException(
        "on a queue, slices are made of whole rows and bytes of the data, which these are not: %s; split into buffers, or stack along an axis before the one that is split"
            .formatted(plan));
  }

  private void requireFewLaunches(StackPieces pieces, Place<M> data, Place<M> result) {
    if (pieces.count() > 0) {
      Placement first = pieces.placement(0, data.at(), result.at());
      try (var split = splits.lease(new Key(pieces.piece(), first))) {
        pieces.requireFewLaunches(split.value().texts.size());
      }
    }
  }

  /// Checks data and parts. Overlap is found within one buffer, through whichever of its
  /// sub-buffers it is reached.
  private void check(SplitPlan plan, Place<M> data, List<? extends @Nullable Place<M>> parts) {
    Checks.requireCount(plan, parts);
    requireNumbers(plan);
    Map<M, NavigableMap<Long, Claim>> claims = new HashMap<>();
    claim(claims, "the data", data, plan.bytes());
    for (Part part : plan.parts()) {
      Place<M> region = parts.get(part.index());
      if (region != null) {
        Checks.requireWanted(part);
        claim(claims, "part " + part.index(), region, part.bytes());
      }
    }
  }

  private static void requireNumbers(SplitPlan plan) {
    if (plan.unit() == Unit.ELEMENT) {
      throw new IllegalArgumentException(
          "strings cannot live on a device; split String arrays instead");
    }
    Checks.requireApart(plan);
  }

  /// Checks memory of the user's.
  ///
  /// @param claims for each buffer, where those begin that use it
  private void claim(
      Map<M, NavigableMap<Long, Claim>> claims, String user, Place<M> region, long bytes) {
    M memory = region.memory();
    if (session.isNull(memory)) {
      throw new IllegalArgumentException(
          "%s is given the null handle; give a buffer, or no region where there is no part"
              .formatted(user));
    }
    if (!session.isInContext(memory)) {
      throw new IllegalArgumentException(
          "%s is given a buffer of another context than the queue's; give one of the queue's context"
              .formatted(user));
    }
    long size = session.size(memory);
    if (bytes > size - region.at()) {
      throw new IllegalArgumentException(
          "%s takes %s bytes from byte %s on; the buffer has %s"
              .formatted(user, bytes, region.at(), size));
    }
    long alignment = session.alignment(memory);
    if (alignment < Placement.ALIGNMENT) {
      throw new IllegalArgumentException(
          "the buffer of %s uses host memory at a multiple of %s bytes; align it to %s"
              .formatted(user, alignment, Placement.ALIGNMENT));
    }
    if (bytes > 0) {
      Place<M> root = session.root(memory);
      long begin = root.at() + region.at();
      NavigableMap<Long, Claim> claimed =
          claims.computeIfAbsent(root.memory(), _ -> new TreeMap<>());
      Map.Entry<Long, Claim> before = claimed.lowerEntry(begin + bytes);
      if (before != null && before.getValue().end() > begin) {
        throw new IllegalArgumentException(
            "%s and %s overlap in one buffer; give each memory of its own"
                .formatted(before.getValue().user(), user));
      }
      claimed.put(begin, new Claim(user, begin + bytes));
    }
  }

  private void queue(
      SplitPlan plan,
      Placement placement,
      M data,
      List<? extends @Nullable M> parts,
      List<E> after,
      @Nullable List<E> events) {
    try (var lease = splits.lease(new Key(plan, placement))) {
      PreparedSplit<M, E> split = lease.value();
      DeviceSplitEvent event = new DeviceSplitEvent();
      event.begin();
      split.enqueue(data, parts, null, after, events);
      event.commit(session, split, List.of(), false);
    }
  }

  /// One event for commands that wait for some events and nothing else.
  ///
  /// @param commands takes the events that must come first, queues the commands and adds theirs
  private E joined(List<? extends E> after, BiConsumer<List<E>, List<E>> commands) {
    List<E> first = List.copyOf(after);
    for (int i = 0; i < first.size(); i++) {
      if (!session.isEventInContext(first.get(i))) {
        throw new IllegalArgumentException(
            "event %s of those that must come first is of another context than the queue; give one of the queue's context"
                .formatted(i));
      }
    }
    List<E> events = new ArrayList<>();
    try {
      commands.accept(first, events);
      if (events.size() != 1) {
        events.addFirst(session.marker(events.isEmpty() ? first : events));
        while (events.size() > 1) {
          session.release(events.removeLast());
        }
      }
      return events.getFirst();
    } catch (RuntimeException | Error e) {
      events.forEach(event -> Failures.suppressed(e, () -> session.release(event)));
      throw e;
    }
  }

  /// Compiles the kernels and uploads the tables that the first call with this plan would, into
  /// whole buffers.
  public void prepare(SplitPlan plan) {
    usage.during(
        () -> {
          try (var split = splits.lease(intoWholeBuffers(plan))) {
            return split.value();
          }
        });
  }

  /// The launches that a call would queue for whole buffers.
  public String explain(SplitPlan plan) {
    return usage.during(() -> route(intoWholeBuffers(plan)).describe().toString());
  }

  private static Key intoWholeBuffers(SplitPlan plan) {
    requireNumbers(plan);
    List<Long> ats = Collections.nCopies(plan.partCount(), 0L);
    return new Key(Checks.moved(plan, plan.parts()), new Placement(0, Target.SEPARATE, ats));
  }

  @Override
  public void close() {
    if (usage.close()) {
      Failures.all(splits::close, programs::close, session::close);
    }
  }
}
