package io.cleave.opencl;

import io.cleave.backend.RouteName;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.route.Launch;
import io.cleave.opencl.route.Launch.Slot;
import io.cleave.opencl.route.Routing;
import io.cleave.opencl.route.Table;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A route on a device, ready to run: its kernels are compiled and its tables are on the device.
/// Running it compiles, allocates and looks up nothing, and waits for no table. The host keeps no
/// table.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class PreparedSplit<M, E> implements AutoCloseable {
  /// A server sees a handful of plans over and over; a table takes 40 bytes a part.
  private static final int PLANS = 256;

  /// Of all cached plans together, which are 73 MB: where parts share launches, each takes 70 bytes
  /// of heap. To prepare them again would take 10 us a part (PoCL 3.1, an EPYC).
  private static final long PARTS = 1 << 20;

  /// Where each part has a launch and a table, it takes 540 bytes of heap and 880 of the driver's
  /// (PoCL 3.1). Unless it is asked for, the router takes such a route for a few parts only.
  private static final long LAUNCHED = 20;

  /// A kernel's argument.
  private sealed interface Value<M> {
    /// Known when the split is prepared.
    record Fixed<M>(Object argument) implements Value<M> {}

    /// Known when the split runs.
    record Late<M>(Slot slot) implements Value<M> {}
  }

  private record Call<M>(ClKernel kernel, List<Value<M>> values, Grid grid) {}

  private final ClSession<M, E> session;
  private final RouteName route;
  private final boolean oneAfterTheOther;
  private final boolean takesAddresses;
  private final List<LruCache<KernelVariant, ClKernel>.Entry> kernels = new ArrayList<>();
  private final List<M> tables = new ArrayList<>();
  private final List<Call<M>> calls = new ArrayList<>();
  private final List<Launch.Copy> copies = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  /// Compiles, and makes the tables; gives everything back if one of them fails.
  PreparedSplit(
      ClSession<M, E> session, LruCache<KernelVariant, ClKernel> programs, Routing routing) {
    this.session = session;
    this.route = routing.name();
    this.oneAfterTheOther = session.isOutOfOrder() && session.facts().serialLaunches();
    Map<Table, M> known = new HashMap<>();
    boolean addresses = false;
    try {
      for (Launch launch : routing.launches()) {
        if (launch instanceof Launch.Kernel kernel) {
          calls.add(prepared(kernel, programs, known));
          texts.add(launch.toString());
          addresses |= kernel.slots().stream().anyMatch(Slot.Addresses.class::isInstance);
        }
      }
      for (Launch launch : routing.launches()) {
        if (launch instanceof Launch.Copy copy) {
          copies.add(copy);
          texts.add(launch.toString());
        }
      }
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, this::close);
      throw e;
    }
    this.takesAddresses = addresses;
  }

  private Call<M> prepared(
      Launch.Kernel launch, LruCache<KernelVariant, ClKernel> programs, Map<Table, M> known) {
    LruCache<KernelVariant, ClKernel>.Entry kernel = programs.lease(launch.kernel());
    kernels.add(kernel);
    List<Value<M>> values = launch.slots().stream().map(slot -> value(slot, known)).toList();
    return new Call<>(kernel.value(), values, launch.grid());
  }

  private Value<M> value(Slot slot, Map<Table, M> known) {
    return switch (slot) {
      case Slot.Data _, Slot.Output _, Slot.Addresses _ -> new Value.Late<>(slot);
      case Slot.Content(Table table) -> new Value.Fixed<>(known.computeIfAbsent(table, this::made));
      case Slot.Scalar(Number value) -> new Value.Fixed<>(value);
    };
  }

  private M made(Table table) {
    try (Arena arena = Arena.ofConfined()) {
      M memory = session.constant(table.toNative(arena));
      tables.add(memory);
      return memory;
    }
  }

  /// A cache of what is made of prepared splits. Tables and launches grow with the parts.
  static <K, V> LruCache<K, V> cache(
      Function<K, SplitPlan> plan,
      Function<K, RouteName> route,
      Function<K, V> maker,
      Consumer<? super V> closer) {
    return new LruCache<>(
        PLANS, PARTS, key -> weight(route.apply(key)) * plan.apply(key).partCount(), maker, closer);
  }

  private static long weight(RouteName route) {
    return route == RouteName.PER_PART || route == RouteName.COPIES ? LAUNCHED : 1;
  }

  /// The route that it takes.
  RouteName route() {
    return route;
  }

  /// The commands for messages, in the order of their events.
  List<String> texts() {
    return texts;
  }

  /// True if its kernels take a list of the parts' addresses.
  boolean takesAddresses() {
    return takesAddresses;
  }

  /// Queues all commands.
  ///
  /// @param buffers gives the buffer of a part: its own, or the one for all when they are packed
  /// @param addresses a buffer with the address of each part, where kernels take it
  /// @param events gets an event for each command that was queued, which the caller gives back,
  ///   also when a later one is refused
  void enqueue(
      M data,
      IntFunction<? extends M> buffers,
      @Nullable M addresses,
      List<E> after,
      List<E> events) {
    List<E> waits = after;
    for (Call<M> call : calls) {
      List<Object> arguments = new ArrayList<>(call.values().size());
      for (Value<M> value : call.values()) {
        arguments.add(
            switch (value) {
              case Value.Fixed<M>(Object argument) -> argument;
              case Value.Late<M>(Slot.Output(int part)) -> buffers.apply(part);
              case Value.Late<M>(Slot.Addresses()) -> Objects.requireNonNull(addresses);
              case Value.Late<M> _ -> data;
            });
      }
      events.add(session.launch(call.kernel(), arguments, call.grid(), waits));
      waits = oneAfterTheOther ? List.of(events.getLast()) : after;
    }
    for (Launch.Copy copy : copies) {
      M part = buffers.apply(copy.part());
      events.add(session.copy(data, copy.fromAt(), part, copy.toAt(), copy.bytes(), waits));
      waits = oneAfterTheOther ? List.of(events.getLast()) : after;
    }
  }

  @Override
  public void close() {
    Failures failures = new Failures();
    tables.forEach(table -> failures.attempt(() -> session.free(table)));
    kernels.forEach(kernel -> failures.attempt(kernel::close));
    failures.throwFirst();
  }
}
