package io.cleave.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Native resources of a trial, closed together, the last one first. Used by one thread.
public final class Resources implements AutoCloseable {
  private static final long CACHE_LINE = 64;

  private final Arena arena = Arena.ofShared();
  private final List<AutoCloseable> opened = new ArrayList<>(List.of(arena));

  /// Takes over a resource.
  public <T extends AutoCloseable> T add(T resource) {
    opened.add(resource);
    return resource;
  }

  /// New memory that begins with a cache line.
  public MemorySegment allocate(long bytes) {
    return arena.allocate(bytes, CACHE_LINE);
  }

  @Override
  public void close() {
    for (AutoCloseable resource : opened.reversed()) {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException("cannot close %s".formatted(resource), e);
      }
    }
  }
}
