package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;

/// Memory for data and parts of a measured split.
public enum MemoryKind {
  /// Outside of the Java heap.
  NATIVE,
  /// Arrays of the primitive type that is as wide as an element.
  HEAP;

  /// The longest array that HotSpot makes.
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  private static final long CACHE_LINE = 64;

  /// Memory for elements of a type.
  ///
  /// @param arena the owner of native memory
  MemorySegment allocate(ElementType type, long bytes, Arena arena) {
    if (this == NATIVE) {
      return arena.allocate(bytes, CACHE_LINE);
    }
    int length = (int) elements(type, bytes);
    return switch (type.bits()) {
      case Short.SIZE -> MemorySegment.ofArray(new short[length]);
      case Float.SIZE -> MemorySegment.ofArray(new float[length]);
      case Long.SIZE -> MemorySegment.ofArray(new long[length]);
      default -> MemorySegment.ofArray(new byte[length]);
    };
  }

  /// Native bytes in this kind of memory.
  MemorySegment of(ElementType type, MemorySegment bytes, Arena arena) {
    return this == NATIVE ? bytes : allocate(type, bytes.byteSize(), arena).copyFrom(bytes);
  }

  /// Memory for each part of a plan.
  List<MemorySegment> allocateParts(SplitPlan plan, Arena arena) {
    return plan.parts().stream().map(part -> allocate(part.type(), part.bytes(), arena)).toList();
  }

  /// Checks that elements fit an array, before anything is allocated.
  ///
  /// @throws IllegalArgumentException if they do not
  void requireFits(ElementType type, long bytes) {
    long length = elements(type, bytes);
    require(
        this == NATIVE || length <= LONGEST,
        "an array holds at most %s elements, not %s; use native memory",
        LONGEST,
        length);
  }

  private static long elements(ElementType type, long bytes) {
    return bytes / Math.max(1, type.bits() / Byte.SIZE);
  }

  /// The name as an option spells it: `heap`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
