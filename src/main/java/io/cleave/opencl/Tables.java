package io.cleave.opencl;

import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;

/// Tables on the device. Each is there when it has been made: no command waits for one, and making
/// and freeing one waits for no command. On a queue of the user's, that could be a wait for
/// something that the user does next.
///
/// Not safe for use by many threads.
///
/// @param <M> the binding's memory handle
final class Tables<M> implements AutoCloseable {
  private final ClSession<M, ?> session;
  private final Map<Table, M> memories = new HashMap<>();

  Tables(ClSession<M, ?> session) {
    this.session = session;
  }

  /// The memory of a table, made now unless an equal one is there already.
  M memory(Table table) {
    M known = memories.get(table);
    if (known != null) {
      return known;
    }
    try (Arena arena = Arena.ofConfined()) {
      M made = session.constant(table.toNative(arena));
      memories.put(table, made);
      return made;
    }
  }

  @Override
  public void close() {
    Failures failures = new Failures();
    memories.values().forEach(memory -> failures.attempt(() -> session.free(memory)));
    memories.clear();
    failures.throwFirst();
  }
}
