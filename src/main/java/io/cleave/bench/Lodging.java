package io.cleave.bench;

import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/// What a run holds on a device: given back in the end, the last one first, whatever fails. Used by
/// one thread.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class Lodging<M, E> implements AutoCloseable {
  private final ClSession<M, E> session;
  private final Deque<Runnable> held = new ArrayDeque<>();

  /// @param session closed at last
  Lodging(ClSession<M, E> session) {
    this.session = session;
    hold(session::close);
  }

  /// A run on a session, which it closes; if it cannot begin, the session is closed at once.
  static <M, E> Run run(ClSession<M, E> session, Function<Lodging<M, E>, Run> beginning) {
    Lodging<M, E> lodging = new Lodging<>(session);
    try {
      return beginning.apply(lodging);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, lodging::close);
      throw e;
    }
  }

  ClSession<M, E> session() {
    return session;
  }

  /// Keeps something until the end.
  ///
  /// @param back gives it back
  void hold(Runnable back) {
    held.push(back);
  }

  /// New device memory.
  M allocate(long bytes) {
    M memory = session.allocate(bytes);
    hold(() -> session.free(memory));
    return memory;
  }

  /// New device memory that holds this data.
  M holding(MemorySegment data) {
    M memory = allocate(data.byteSize());
    await(session.write(data, memory, 0, List.of()));
    return memory;
  }

  /// Waits until an event has come, and gives it back.
  void await(E event) {
    Failures failures = new Failures();
    failures.attempt(() -> session.await(event));
    failures.attempt(() -> session.release(event));
    failures.throwFirst();
  }

  @Override
  public void close() {
    Failures failures = new Failures();
    while (!held.isEmpty()) {
      failures.attempt(held.pop());
    }
    failures.throwFirst();
  }
}
