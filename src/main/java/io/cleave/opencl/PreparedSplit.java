package io.cleave.opencl;

import io.cleave.opencl.ClSession.Argument;
import io.cleave.opencl.Launch.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// A route on a device, ready to run: its kernels compiled, its tables there. Running it again
/// compiles nothing and makes nothing.
///
/// Safe for use by many threads.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class PreparedSplit<M, E> implements AutoCloseable {
  private final ClSession<M, E> session;
  private final Routing routing;
  private final List<Lease<ClKernel>> kernels = new ArrayList<>();
  private final Tables<M> tables;

  /// Compiles and uploads; gives everything back if one of it fails.
  PreparedSplit(ClSession<M, E> session, Programs programs, Routing routing) {
    this.session = session;
    this.routing = routing;
    this.tables = new Tables<>(session);
    try {
      for (Launch launch : routing.launches()) {
        if (launch instanceof Launch.Kernel kernel) {
          kernels.add(programs.lease(kernel.kernel()));
          uploadTables(kernel);
        }
      }
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, this::close);
      throw e;
    }
  }

  private void uploadTables(Launch.Kernel kernel) {
    for (Slot slot : kernel.slots()) {
      if (slot instanceof Slot.Content(Table table)) {
        tables.memory(table);
      }
    }
  }

  Routing routing() {
    return routing;
  }

  /// Queues all commands.
  ///
  /// @param output the buffer of each part
  /// @param events gets an event for each command that was queued, which the caller gives back,
  ///   also when a later one is refused
  void enqueue(M data, IntFunction<M> output, List<? extends E> after, List<E> events) {
    int kernel = 0;
    for (Launch launch : routing.launches()) {
      events.add(
          switch (launch) {
            case Launch.Kernel run ->
                session.launch(
                    kernels.get(kernel++).value(),
                    arguments(run.slots(), data, output),
                    run.grid(),
                    after);
            case Launch.Copy copy ->
                session.copy(
                    data,
                    copy.fromAt(),
                    output.apply(copy.part()),
                    copy.toAt(),
                    copy.bytes(),
                    after);
          });
    }
  }

  private List<Argument<M>> arguments(List<Slot> slots, M data, IntFunction<M> output) {
    List<Argument<M>> arguments = new ArrayList<>(slots.size());
    for (Slot slot : slots) {
      arguments.add(
          switch (slot) {
            case Slot.Data() -> new Argument.Memory<>(data);
            case Slot.Output(int part) -> new Argument.Memory<>(output.apply(part));
            case Slot.Content(Table table) -> new Argument.Memory<>(tables.memory(table));
            case Slot.Int64(long value) -> new Argument.Int64<>(value);
            case Slot.Int32(int value) -> new Argument.Int32<>(value);
          });
    }
    return arguments;
  }

  @Override
  public void close() {
    Failures failures = new Failures();
    failures.attempt(tables::close);
    kernels.forEach(kernel -> failures.attempt(kernel::close));
    failures.throwFirst();
  }
}
