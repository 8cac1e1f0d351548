package io.cleave.cli.bench;

import io.cleave.choice.MemoryClass;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Where data and parts of a measured split lie.
public enum MemoryKind {
  /// Outside of the Java heap.
  NATIVE(MemoryClass.Kind.NATIVE),
  /// Arrays of the primitive type that is as wide as an element.
  HEAP(MemoryClass.Kind.HEAP);

  private final MemoryClass.Kind kind;

  MemoryKind(MemoryClass.Kind kind) {
    this.kind = kind;
  }

  /// Memory for elements of a type.
  ///
  /// @param arena the owner of native memory
  /// @throws IllegalArgumentException if they do not fit an array
  MemorySegment allocate(ElementType type, long bytes, Arena arena) {
    return kind.allocate(type, bytes, arena);
  }

  /// Memory for each part of a plan, null for one that is not wanted.
  ///
  /// @throws IllegalArgumentException if a part does not fit an array
  List<@Nullable MemorySegment> allocateParts(SplitPlan plan, Arena arena) {
    List<@Nullable MemorySegment> parts = new ArrayList<>();
    for (Part part : plan.parts()) {
      parts.add(part.isWanted() ? allocate(plan.partType(), part.bytes(), arena) : null);
    }
    return parts;
  }

  /// Checks that the elements fit; nothing is allocated.
  ///
  /// @throws IllegalArgumentException if they do not fit an array
  void require(ElementType type, long bytes) {
    kind.require(type, bytes);
  }

  /// The name as the option spells it: `heap`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
