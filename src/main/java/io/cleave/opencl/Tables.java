package io.cleave.opencl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Tables on the device. They are queued, not waited for: on a queue of the user's, in order, that
/// could be a wait for something that the user does next.
///
/// Safe for use by many threads once everything is uploaded.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class Tables<M, E> implements AutoCloseable {
  private final ClSession<M, E> session;
  private final Map<Table, M> memories = new HashMap<>();

  /// One for each table; the content stays where it is until all of them have come.
  private final List<E> uploads = new ArrayList<>();

  private final Arena contents = Arena.ofShared();

  Tables(ClSession<M, E> session) {
    this.session = session;
  }

  /// Queues the upload of a table, unless an equal one is there already.
  void upload(Table table) {
    if (memories.containsKey(table)) {
      return;
    }
    M memory = session.allocate(table.size());
    memories.put(table, memory);
    MemorySegment content = table.toNative(contents);
    uploads.add(session.write(content, memory, 0, List.of()));
  }

  M memory(Table table) {
    return Objects.requireNonNull(memories.get(table), "a table is uploaded before it is used");
  }

  /// What a command that uses the tables has to wait for.
  ///
  /// @param others what else it waits for
  List<? extends E> after(List<? extends E> others) {
    if (uploads.isEmpty() || !session.isOutOfOrder()) {
      return others;
    }
    return Stream.<E>concat(uploads.stream(), others.stream()).toList();
  }

  @Override
  public void close() {
    Failures failures = new Failures();
    if (!uploads.isEmpty()) {
      failures.attempt(() -> Events.finish(session, uploads));
    }
    memories.values().forEach(memory -> failures.attempt(() -> session.free(memory)));
    uploads.clear();
    memories.clear();
    contents.close();
    failures.throwFirst();
  }
}
