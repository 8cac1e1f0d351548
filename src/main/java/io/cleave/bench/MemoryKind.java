package io.cleave.bench;

import io.cleave.choice.MemoryClass;
import io.cleave.plan.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;

/// Where data and parts of a heat lie.
public enum MemoryKind {
  /// Outside of the Java heap.
  NATIVE(MemoryClass.Kind.NATIVE),
  /// In arrays of the primitive type that is as wide as an element: what a Java program has.
  HEAP(MemoryClass.Kind.HEAP);

  private final MemoryClass.Kind kind;

  MemoryKind(MemoryClass.Kind kind) {
    this.kind = kind;
  }

  /// Memory for elements of a type.
  ///
  /// @param arena what native memory belongs to
  /// @throws IllegalArgumentException if they do not fit an array
  public MemorySegment allocate(ElementType type, long bytes, Arena arena) {
    return kind.allocate(type, bytes, arena);
  }

  /// Checks that there can be so much of it for elements of a type; nothing is allocated.
  ///
  /// @throws IllegalArgumentException if they do not fit an array
  void require(ElementType type, long bytes) {
    kind.require(type, bytes);
  }

  /// Reads `heap` or `native`.
  ///
  /// @throws IllegalArgumentException if it is neither
  public static MemoryKind parse(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "memory \"%s\" is not known; use heap or native".formatted(name)));
  }

  /// The name as an option spells it: `heap`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
