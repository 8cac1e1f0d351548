package io.cleave.opencl;

import io.cleave.opencl.route.Table;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
  private final List<M> memories = new ArrayList<>();

  /// Those that were made up to now, by their content.
  private final Map<Table, M> known = new HashMap<>();

  Tables(ClSession<M, ?> session) {
    this.session = session;
  }

  /// The memory of a table, made now unless an equal one is there already.
  M memory(Table table) {
    return known.computeIfAbsent(table, this::make);
  }

  private M make(Table table) {
    try (Arena arena = Arena.ofConfined()) {
      M made = session.constant(table.toNative(arena));
      memories.add(made);
      return made;
    }
  }

  /// Forgets what was in the tables, which may take as much memory on the host as on the device.
  void forgetContents() {
    known.clear();
  }

  @Override
  public void close() {
    Failures failures = new Failures();
    memories.forEach(memory -> failures.attempt(() -> session.free(memory)));
    memories.clear();
    known.clear();
    failures.throwFirst();
  }
}
