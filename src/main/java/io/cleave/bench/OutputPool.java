package io.cleave.bench;

import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Memory for parts, the same for all contenders who write to the caller's memory: a dozen
/// contenders with outputs of their own would need a dozen times the tensor. Used by one thread.
public final class OutputPool {
  private static final byte POISON = (byte) 0xA5;

  private final Map<SplitPlan, List<@Nullable MemorySegment>> parts = new HashMap<>();
  private Arena arena = Arena.ofAuto();
  private MemoryKind memory = MemoryKind.NATIVE;
  private ElementType type = ElementType.U8;

  /// One segment for each part of a plan, null for one that is not wanted; the same ones at each
  /// call until [#begin].
  List<@Nullable MemorySegment> parts(SplitPlan plan) {
    List<@Nullable MemorySegment> known = parts.get(plan);
    if (known == null) {
      known = new ArrayList<>();
      ElementType made = plan.converts() ? plan.partType() : type;
      for (Part part : plan.parts()) {
        known.add(part.isWanted() ? memory.allocate(made, part.bytes(), arena) : null);
      }
      parts.put(plan, known);
    }
    return known;
  }

  /// Fills the parts of a plan with what no contender wrote.
  void poison(SplitPlan plan) {
    for (MemorySegment part : parts.getOrDefault(plan, List.of())) {
      if (part != null) {
        part.fill(POISON);
      }
    }
  }

  /// Lets go of all memory, for the next subject: its parts lie where its data does.
  void begin(Subject subject) {
    parts.clear();
    arena = Arena.ofAuto();
    memory = subject.memory();
    type = subject.plan().type();
  }
}
