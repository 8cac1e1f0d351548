package io.cleave.opencl.run;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.Region;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.route.Placement.OutputMemory;
import io.cleave.opencl.route.Router;
import io.cleave.opencl.route.Routing;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Events;
import io.cleave.opencl.session.LruCache;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.ArgumentChecks;
import io.cleave.spi.Failures;
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
import jdk.jfr.FlightRecorder;

/// Splits buffers on a user's own queue, with the handles of the binding. After a failure events
/// are released without waiting: a command may wait for what the user does next.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class QueueSplitter<M, E> implements AutoCloseable {
  private record Key(SplitPlan plan, Placement placement) {}

  /// Bytes of a buffer that data or a part takes.
  private record Claim(String user, long end) {}

  private final ClSession<M, E> session;
  private final Route route;
  private final LruCache<Key, PreparedSplit<M, E>> splits;
  private final Usage usage = new Usage("the splitter");

  /// A splitter that closes the session when it is closed.
  ///
  /// @param route the route that every plan is to take
  public QueueSplitter(ClSession<M, E> session, Route route) {
    this.session = session;
    this.route = route;
    this.splits =
        new LruCache<>(
            PreparedSplit.MOST_WEIGHT,
            key -> PreparedSplit.weight(key.plan(), route),
            key -> new PreparedSplit<>(session, route(key)));
  }

  private Routing route(Key key) {
    return Router.route(session.info(), key.plan(), key.placement(), route);
  }

  /// The device that the queue belongs to.
  public Device device() {
    return session.info().device();
  }

  /// Queues a split without returning an event.
  ///
  /// @param parts a region for each part of the plan, in order
  public void enqueue(SplitPlan plan, Region<M> data, List<Region<M>> parts) {
    try (var _ = usage.enter()) {
      if (session.ordersByEvents()) {
        session.release(submit(plan, data, parts, List.of()));
      } else {
        queue(plan, data, parts, new Events<>(List.of(), null));
      }
    }
  }

  /// Queues a split.
  ///
  /// @return an event that completes when all parts are written
  public E submit(SplitPlan plan, Region<M> data, List<Region<M>> parts, List<? extends E> after) {
    try (var _ = usage.enter()) {
      List<E> first = List.copyOf(after);
      requireInContext(first);
      List<E> events = new ArrayList<>();
      try {
        queue(plan, data, parts, new Events<>(first, events));
        // One event for all commands; for those that must come first, if there are no commands.
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
  }

  private void requireInContext(List<E> events) {
    for (int i = 0; i < events.size(); i++) {
      if (!session.isEventInContext(events.get(i))) {
        throw new IllegalArgumentException(
            "event %s of those that must come first is of another context than the queue; give one of the queue's context"
                .formatted(i));
      }
    }
  }

  private void queue(SplitPlan plan, Region<M> data, List<Region<M>> parts, Events<E> events) {
    ArgumentChecks.requireCount(plan, parts);
    requireNumbers(plan);
    Map<M, NavigableMap<Long, Claim>> claims = new HashMap<>();
    claim(claims, "the data", data, plan.data().bytes());
    List<M> memory = new ArrayList<>(parts.size());
    List<Long> offsets = new ArrayList<>(parts.size());
    Set<M> buffers = new HashSet<>();
    int written = 0;
    for (Part part : plan.parts()) {
      // Asked for once, so that what is checked is what is written to.
      Region<M> output = parts.get(part.index());
      memory.add(output.buffer());
      offsets.add(part.isEmpty() ? 0 : output.offset());
      if (!part.isEmpty()) {
        claim(claims, "part " + part.index(), output, part.bytes());
        buffers.add(output.buffer());
        written++;
      }
    }
    // Several parts in one buffer share a launch.
    OutputMemory output =
        buffers.size() == 1 && written > 1 ? OutputMemory.PACKED : OutputMemory.SEPARATE;
    try (var lease = splits.lease(new Key(plan, new Placement(data.offset(), output, offsets)))) {
      PreparedSplit<M, E> split = lease.value();
      DeviceSplitEvent event = FlightRecorder.isInitialized() ? new DeviceSplitEvent() : null;
      if (event != null) {
        event.begin();
      }
      split.enqueue(data.buffer(), memory, null, events);
      if (event != null) {
        event.commit(session, split, List.of());
      }
    }
  }

  private static void requireNumbers(SplitPlan plan) {
    if (plan.data().type() == ElementType.STRING) {
      throw new IllegalArgumentException(
          "strings cannot live on a device; split String arrays instead");
    }
  }

  /// Checks the buffer of the data or of a part. Overlap within one buffer is found through
  /// sub-buffers, too.
  ///
  /// @param claims for each buffer, its users by their first byte
  private void claim(
      Map<M, NavigableMap<Long, Claim>> claims, String user, Region<M> place, long bytes) {
    M memory = place.buffer();
    if (session.isNull(memory)) {
      throw new IllegalArgumentException(
          "%s is given the null handle; give a buffer".formatted(user));
    }
    if (!session.isInContext(memory)) {
      throw new IllegalArgumentException(
          "%s is given a buffer of another context than the queue's; give one of the queue's context"
              .formatted(user));
    }
    long size = session.size(memory);
    if (bytes > size - place.offset()) {
      throw new IllegalArgumentException(
          "%s takes %s bytes from byte %s on; the buffer has %s"
              .formatted(user, bytes, place.offset(), size));
    }
    long alignment = session.alignment(memory);
    if (alignment < Placement.ALIGNMENT) {
      throw new IllegalArgumentException(
          "the buffer of %s uses host memory at a multiple of %s bytes; align it to %s"
              .formatted(user, alignment, Placement.ALIGNMENT));
    }
    if (bytes > 0) {
      Region<M> root = session.root(memory);
      long begin = root.offset() + place.offset();
      NavigableMap<Long, Claim> claimed =
          claims.computeIfAbsent(root.buffer(), _ -> new TreeMap<>());
      Map.Entry<Long, Claim> before = claimed.lowerEntry(begin + bytes);
      if (before != null && before.getValue().end() > begin) {
        throw new IllegalArgumentException(
            "%s and %s overlap in one buffer; give each memory of its own"
                .formatted(before.getValue().user(), user));
      }
      claimed.put(begin, new Claim(user, begin + bytes));
    }
  }

  /// Compiles the kernels and uploads the tables that the first call with this plan would, into
  /// whole buffers.
  public void prepare(SplitPlan plan) {
    try (var _ = usage.enter();
        var split = splits.lease(intoWholeBuffers(plan))) {
      PreparedSplit<M, E> _ = split.value();
    }
  }

  /// The launches that a call would queue for whole buffers.
  public String explain(SplitPlan plan) {
    try (var _ = usage.enter()) {
      return route(intoWholeBuffers(plan)).describe().toString();
    }
  }

  private static Key intoWholeBuffers(SplitPlan plan) {
    requireNumbers(plan);
    List<Long> offsets = Collections.nCopies(plan.partCount(), 0L);
    return new Key(plan, new Placement(0, OutputMemory.SEPARATE, offsets));
  }

  @Override
  public void close() {
    if (usage.close()) {
      Failures.all(splits::close, session::close);
    }
  }
}
