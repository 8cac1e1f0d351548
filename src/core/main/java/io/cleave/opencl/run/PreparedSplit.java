package io.cleave.opencl.run;

import io.cleave.Route;
import io.cleave.opencl.Region;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.route.Launch;
import io.cleave.opencl.route.Routing;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Events;
import io.cleave.opencl.session.LruCache;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Failures;
import io.cleave.spi.Scope;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A route on a device, ready to run: its kernels are compiled and its tables are on the device,
/// and not on the host. Running it compiles, allocates and uploads nothing.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class PreparedSplit<M, E> implements Scope {
  /// Largest weight of all plans in a cache, counted in pieces: 73 MB, as a part takes 70 bytes of
  /// heap where parts share launches.
  static final long MOST_WEIGHT = 1 << 20;

  /// The least weight of a plan, so that at most 256 are kept: a server uses a handful of plans.
  private static final long LEAST_WEIGHT = MOST_WEIGHT / 256;

  /// Weight of a part that has a separate launch: with its table it takes 540 bytes of heap and 880
  /// of the driver (PoCL 3.1). Unless such a route is named, the router takes it for few parts
  /// only.
  private static final long LAUNCHED = 20;

  /// A launch whose tables are on the device, or a copy.
  private interface Command<M, E> {
    void queue(M data, List<? extends @Nullable M> parts, @Nullable M addresses, Events<E> events);
  }

  private final ClSession<M, E> session;
  private final boolean ordersByEvents;
  private final List<LruCache<KernelVariant, ClKernel>.Entry> kernels = new ArrayList<>();
  private final List<M> tables = new ArrayList<>();
  private final List<Command<M, E>> commands = new ArrayList<>();

  /// The route that it takes.
  final Route route;

  /// Descriptions of the commands for messages, in the order of their events.
  final List<String> descriptions = new ArrayList<>();

  /// The parts whose buffers commands take; if there are none, kernels take a list of the parts'
  /// addresses.
  final SortedSet<Integer> outputs = new TreeSet<>();

  /// Compiles kernels and uploads tables; releases everything if that fails.
  PreparedSplit(ClSession<M, E> session, Routing routing) {
    this.session = session;
    this.route = routing.name();
    this.ordersByEvents = session.ordersByEvents();
    Map<ByteBuffer, M> known = new HashMap<>();
    try {
      for (Launch launch : routing.launches()) {
        descriptions.add(launch.toString());
        commands.add(
            switch (launch) {
              case Launch.Kernel kernel -> kernel(kernel, known);
              case Launch.Copy copy -> copy(copy);
            });
      }
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, this::close);
      throw e;
    }
  }

  private Command<M, E> kernel(Launch.Kernel launch, Map<ByteBuffer, M> known) {
    LruCache<KernelVariant, ClKernel>.Entry kernel = session.lease(launch.kernel());
    kernels.add(kernel);
    List<Integer> buffers = launch.outputs();
    outputs.addAll(buffers);
    List<Object> fixed = new ArrayList<>();
    launch.tables().forEach(table -> fixed.add(known.computeIfAbsent(table, this::upload)));
    fixed.addAll(launch.numbers());
    ClKernel compiled = kernel.value();
    Grid grid = launch.grid();
    return (data, parts, addresses, events) -> {
      List<Object> arguments = new ArrayList<>();
      arguments.add(data);
      if (buffers.isEmpty()) {
        arguments.add(Objects.requireNonNull(addresses));
      }
      buffers.forEach(part -> arguments.add(Objects.requireNonNull(parts.get(part))));
      arguments.addAll(fixed);
      session.launch(compiled, arguments, grid, events);
    };
  }

  private Command<M, E> copy(Launch.Copy copy) {
    outputs.add(copy.part());
    return (data, parts, _, events) -> {
      M part = Objects.requireNonNull(parts.get(copy.part()));
      Region<M> to = new Region<>(part, copy.toAt());
      session.copy(new Region<>(data, copy.fromAt()), to, copy.bytes(), events);
    };
  }

  private M upload(ByteBuffer table) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocate(table.limit(), Long.BYTES);
      M memory = session.constant(content.copyFrom(MemorySegment.ofBuffer(table)));
      tables.add(memory);
      return memory;
    }
  }

  /// Weight of a plan in a cache: tables and launches grow with its pieces.
  static long weight(SplitPlan plan, Route route) {
    boolean launches = route == Route.PER_PART || route == Route.COPIES;
    return Math.max(LEAST_WEIGHT, plan.geometry().pieces() * (launches ? LAUNCHED : 1));
  }

  /// Queues all commands.
  ///
  /// @param parts the buffer of each part: its own, or the one for all when they are packed; null
  ///   for a part that is none of [#outputs]
  /// @param addresses a buffer with the address of each part, where kernels take it
  /// @param events gets an event for each queued command, which the caller releases, also if a
  ///   later command is refused; none need be made, unless commands must wait for each other
  void enqueue(M data, List<? extends @Nullable M> parts, @Nullable M addresses, Events<E> events) {
    Events<E> each = events;
    for (Command<M, E> command : commands) {
      command.queue(data, parts, addresses, each);
      if (ordersByEvents && each.made() != null) {
        each = new Events<>(List.of(each.made().getLast()), each.made());
      }
    }
  }

  @Override
  public void close() {
    Failures.all(
        () -> Failures.each(tables, session::free),
        () -> Failures.each(kernels, LruCache.Entry::close));
  }
}
