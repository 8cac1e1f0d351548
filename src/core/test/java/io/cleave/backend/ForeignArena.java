package io.cleave.backend;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// Confined arenas of threads that have ended: nobody can use them, nor what they own.
public final class ForeignArena {
  private ForeignArena() {}

  /// An arena.
  public static Arena make() throws InterruptedException {
    return elsewhere(Arena::ofConfined, Arena.global());
  }

  /// Memory of such an arena.
  public static MemorySegment memory(long bytes) throws InterruptedException {
    return elsewhere(() -> Arena.ofConfined().allocate(bytes), MemorySegment.NULL);
  }

  private static <T> T elsewhere(Supplier<T> supplier, T nothing) throws InterruptedException {
    AtomicReference<T> made = new AtomicReference<>(nothing);
    Thread.ofPlatform().start(() -> made.set(supplier.get())).join();
    return made.get();
  }
}
