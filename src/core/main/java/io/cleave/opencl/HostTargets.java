package io.cleave.opencl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Parts in memory that a device shares with the host: made into buffers only as far as a command
/// wants buffers.
///
/// Not safe for use by many threads.
///
/// @param <M> the binding's memory handle
final class HostTargets<M> implements Targets<M> {
  private final List<@Nullable MemorySegment> parts;
  private final Map<Integer, M> buffers = new LinkedHashMap<>();
  private final Adopted<M, ?> adopted;
  private final Arena arena;

  /// @param parts shareable memory; null for a part that is not wanted
  /// @param adopted gets the buffers that are made
  /// @param arena open until the split is done
  HostTargets(List<@Nullable MemorySegment> parts, Adopted<M, ?> adopted, Arena arena) {
    this.parts = parts;
    this.adopted = adopted;
    this.arena = arena;
  }

  @Override
  public M buffer(int part) {
    return buffers.computeIfAbsent(
        part, _ -> adopted.add(Objects.requireNonNull(parts.get(part)), true));
  }

  @Override
  public M addresses() {
    MemorySegment list = arena.allocate(ValueLayout.JAVA_LONG, parts.size());
    for (int i = 0; i < parts.size(); i++) {
      MemorySegment part = parts.get(i);
      list.setAtIndex(ValueLayout.JAVA_LONG, i, part == null ? 0 : part.address());
    }
    return adopted.add(list, false);
  }

  /// The buffers that were made of parts.
  Collection<M> made() {
    return buffers.values();
  }
}
