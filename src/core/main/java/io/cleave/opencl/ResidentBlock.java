package io.cleave.opencl;

import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.spi.Shared;
import java.util.List;

/// Device memory that one or several tensors are stretches of, and what writes it. It goes with the
/// last tensor that holds it: commands that are queued keep memory alive by themselves.
///
/// @param memory the memory
/// @param after the event of what writes it; empty if it is written
/// @param holders who needs it
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
record ResidentBlock<M, E>(M memory, List<E> after, Shared holders) {
  /// Memory that is written already.
  static <M, E> ResidentBlock<M, E> written(ClSession<M, E> session, M memory) {
    return new ResidentBlock<>(memory, List.of(), new Shared(() -> session.free(memory)));
  }

  /// Memory that a queued command writes.
  ///
  /// @param done the command's event, which goes with the memory
  /// @param free gives the memory back
  static <M, E> ResidentBlock<M, E> queued(
      ClSession<M, E> session, M memory, E done, Runnable free) {
    return new ResidentBlock<>(
        memory, List.of(done), new Shared(() -> both(() -> session.release(done), free)));
  }

  /// Memory that is written by a command that writes other memory too.
  ///
  /// @param event the command's event, held once for each memory
  static <M, E> ResidentBlock<M, E> sharing(
      ClSession<M, E> session, M memory, E done, Shared event) {
    ResidentBlock<M, E> block =
        new ResidentBlock<>(
            memory,
            List.of(done),
            new Shared(() -> both(event::letGo, () -> session.free(memory))));
    event.hold();
    return block;
  }

  private static void both(Runnable first, Runnable second) {
    Failures failures = new Failures();
    failures.attempt(first);
    failures.attempt(second);
    failures.throwFirst();
  }
}
