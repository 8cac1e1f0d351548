package io.cleave.spi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;

/// Where in memory a tensor stands.
///
/// @param kind of memory
/// @param shift how many bytes it begins off the alignment of that kind
public record Spot(MemoryKind kind, int shift) {
  /// The simplest.
  public static final Spot PLAIN = new Spot(MemoryKind.NATIVE, 0);

  private static final List<MemoryKind> KINDS = List.of(MemoryKind.values());

  /// Any.
  static Spot any(Random random) {
    return new Spot(KINDS.get(random.nextInt(KINDS.size())), random.nextInt(9));
  }

  /// A tensor of these bytes there.
  MemorySegment holding(MemorySegment content, Arena arena) {
    MemorySegment memory = kind.allocate(content.byteSize() + shift, arena);
    return memory.asSlice(shift, content.byteSize()).copyFrom(content);
  }

  /// An output of so many bytes there.
  Guarded guarded(long bytes, Arena arena) {
    return Guarded.allocate(kind, bytes, shift, arena);
  }

  @Override
  public String toString() {
    return kind + "+" + shift;
  }
}
