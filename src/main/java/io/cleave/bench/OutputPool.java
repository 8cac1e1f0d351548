package io.cleave.bench;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Memory for parts, the same for all contenders who write to the caller's memory: a dozen
/// contenders with outputs of their own would need a dozen times the tensor. Used by one thread.
public final class OutputPool {
  /// A cache line: what a preprocessing pipeline allocates.
  private static final long ALIGNMENT = 64;

  private static final byte POISON = (byte) 0xA5;

  private final Map<SplitPlan, List<MemorySegment>> parts = new HashMap<>();
  private Arena arena = Arena.ofAuto();

  /// One segment for each part of a plan, the same ones at each call until [#clear()].
  List<MemorySegment> parts(SplitPlan plan) {
    return parts.computeIfAbsent(plan, _ -> plan.parts().stream().map(this::allocate).toList());
  }

  private MemorySegment allocate(Part part) {
    return arena.allocate(part.bytes(), ALIGNMENT);
  }

  /// Fills the parts of a plan with what no contender wrote.
  void poison(SplitPlan plan) {
    parts.getOrDefault(plan, List.of()).forEach(part -> part.fill(POISON));
  }

  /// Lets go of all memory, for the next subject.
  void clear() {
    parts.clear();
    arena = Arena.ofAuto();
  }
}
