package io.cleave.opencl;

import io.cleave.opencl.session.NativeCall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The arenas of a caller's memory, which nobody closes while a driver has addresses in them: a
/// device would write to what is no longer there, and take the process with it, or to what is
/// somebody else's by then.
///
/// Only shared arenas are meant. That of one thread is not closed by another one, and that of the
/// collector, or of a buffer, lives as long as its segments are reachable.
record OpenArenas(List<MemorySegment> memory) {
  /// The most of them: each [NativeCall#MOST] take a stretch of the thread's stack.
  static final int MOST = 64 * NativeCall.MOST;

  /// Whose memory only its own thread can use.
  private static final Thread NOBODY =
      Thread.ofPlatform().inheritInheritableThreadLocals(false).unstarted(() -> {});

  private static final Set<Class<?>> NEVER_CLOSED = neverClosed();

  private static Set<Class<?>> neverClosed() {
    Set<Class<?>> kinds = new HashSet<>();
    kinds.add(Arena.global().scope().getClass());
    kinds.add(Arena.ofAuto().scope().getClass());
    kinds.add(MemorySegment.ofBuffer(ByteBuffer.allocateDirect(1)).scope().getClass());
    try (Arena shared = Arena.ofShared()) {
      kinds.remove(shared.scope().getClass());
    }
    return Set.copyOf(kinds);
  }

  /// Those of a split.
  ///
  /// @param parts null where one is not wanted
  static OpenArenas of(MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    List<MemorySegment> memory = new ArrayList<>();
    Set<MemorySegment.Scope> scopes = new HashSet<>();
    add(data, scopes, memory);
    for (MemorySegment part : parts) {
      if (part != null) {
        add(part, scopes, memory);
      }
    }
    return new OpenArenas(memory);
  }

  private static void add(
      MemorySegment segment, Set<MemorySegment.Scope> scopes, List<MemorySegment> memory) {
    if (DriverMemory.is(segment)
        && segment.isAccessibleBy(NOBODY)
        && !NEVER_CLOSED.contains(segment.scope().getClass())
        && scopes.add(segment.scope())) {
      memory.add(segment);
    }
  }

  /// Whether they are too many to be kept open.
  boolean areTooMany() {
    return memory.size() > MOST;
  }

  /// Works with them: whoever closes one meanwhile gets an [IllegalStateException].
  ///
  /// @throws IllegalStateException if one is closed already
  void during(Runnable work) {
    if (!memory.isEmpty() && Thread.currentThread().isVirtual()) {
      besides(work);
    } else {
      during(0, work);
    }
  }

  /// Another thread keeps them open. A virtual one could not leave its carrier from within native
  /// code: as many as there are carriers could wait for a lock whose owner waits for a carrier.
  private void besides(Runnable work) {
    try (ArenaKeeper _ = ArenaKeeper.of(stay -> during(0, stay))) {
      work.run();
    }
  }

  private void during(int from, Runnable work) {
    if (from >= memory.size()) {
      work.run();
      return;
    }
    int to = Math.min(memory.size(), from + NativeCall.MOST);
    NativeCall.with(memory.subList(from, to), () -> during(to, work));
  }
}
