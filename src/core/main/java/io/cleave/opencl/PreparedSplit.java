package io.cleave.opencl;

import io.cleave.backend.RouteName;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.Launch;
import io.cleave.opencl.route.Launch.Slot;
import io.cleave.opencl.route.Routing;
import io.cleave.opencl.route.Table;
import io.cleave.opencl.session.ClKernel;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.ClSession.Argument;
import io.cleave.opencl.session.Failures;
import java.util.ArrayList;
import java.util.List;

/// A route on a device, ready to run: its kernels compiled, its tables there. Running it again
/// compiles nothing, makes nothing and looks nothing up. The host keeps no table.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class PreparedSplit<M, E> implements AutoCloseable {
  /// A command with everything filled in but the buffers and what it waits for.
  private interface Command<M, E> {
    E enqueue(M data, Targets<M> parts, List<? extends E> after);
  }

  /// A kernel's argument, but for the buffers.
  private interface Filling<M> {
    Argument<M> with(M data, Targets<M> parts);
  }

  private final ClSession<M, E> session;
  private final RouteName route;
  private final boolean oneAfterTheOther;
  private final List<Lease<ClKernel>> kernels = new ArrayList<>();
  private final Tables<M> tables;
  private final List<Command<M, E>> commands = new ArrayList<>();
  private final List<String> texts;

  /// Compiles, and makes the tables; gives everything back if one of it fails.
  PreparedSplit(ClSession<M, E> session, Programs programs, Routing routing) {
    this.session = session;
    this.route = routing.name();
    this.oneAfterTheOther = session.isOutOfOrder() && session.facts().serialLaunches();
    this.texts = routing.launches().stream().map(Launch::toString).toList();
    this.tables = new Tables<>(session);
    try {
      for (Launch launch : routing.launches()) {
        commands.add(
            switch (launch) {
              case Launch.Kernel kernel -> prepared(kernel, programs);
              case Launch.Copy copy -> prepared(copy);
            });
      }
      tables.forgetContents();
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, this::close);
      throw e;
    }
  }

  private Command<M, E> prepared(Launch.Kernel launch, Programs programs) {
    Lease<ClKernel> kernel = programs.lease(launch.kernel());
    kernels.add(kernel);
    List<Filling<M>> fillings = launch.slots().stream().map(this::filling).toList();
    Grid grid = launch.grid();
    return (data, parts, after) -> {
      List<Argument<M>> arguments = new ArrayList<>(fillings.size());
      fillings.forEach(filling -> arguments.add(filling.with(data, parts)));
      return session.launch(kernel.value(), arguments, grid, after);
    };
  }

  private Filling<M> filling(Slot slot) {
    return switch (slot) {
      case Slot.Data() -> (data, _) -> new Argument.Memory<>(data);
      case Slot.Output(int part) -> (_, parts) -> new Argument.Memory<>(parts.buffer(part));
      case Slot.Addresses() -> (_, parts) -> new Argument.Memory<>(parts.addresses());
      case Slot.Content(Table table) -> always(new Argument.Memory<>(tables.memory(table)));
      case Slot.Int64(long value) -> always(new Argument.Int64<>(value));
      case Slot.Int32(int value) -> always(new Argument.Int32<>(value));
    };
  }

  private static <M> Filling<M> always(Argument<M> argument) {
    return (_, _) -> argument;
  }

  private Command<M, E> prepared(Launch.Copy copy) {
    return (data, parts, after) ->
        session.copy(
            data, copy.fromAt(), parts.buffer(copy.part()), copy.toAt(), copy.bytes(), after);
  }

  /// The route that it takes.
  RouteName route() {
    return route;
  }

  /// The commands for messages, in the order of their events.
  List<String> texts() {
    return texts;
  }

  /// Queues all commands.
  ///
  /// @param parts where the parts go
  /// @param events gets an event for each command that was queued, which the caller gives back,
  ///   also when a later one is refused
  void enqueue(M data, Targets<M> parts, List<? extends E> after, List<E> events) {
    List<? extends E> waits = after;
    for (Command<M, E> command : commands) {
      E event = command.enqueue(data, parts, waits);
      events.add(event);
      waits = oneAfterTheOther ? List.of(event) : after;
    }
  }

  @Override
  public void close() {
    Failures failures = new Failures();
    failures.attempt(tables::close);
    kernels.forEach(kernel -> failures.attempt(kernel::close));
    failures.throwFirst();
  }
}
