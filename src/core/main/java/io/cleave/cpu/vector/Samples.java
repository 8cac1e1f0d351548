package io.cleave.cpu.vector;

import io.cleave.cpu.loops.MemoryKinds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntFunction;

/// Memory of the kinds that a warm-up needs.
final class Samples {
  private static final int CACHE_LINE = 64;

  private static final List<IntFunction<MemorySegment>> ARRAYS =
      List.of(
          length -> MemorySegment.ofArray(new byte[length]),
          length -> MemorySegment.ofArray(new short[length]),
          length -> MemorySegment.ofArray(new char[length]),
          length -> MemorySegment.ofArray(new int[length]),
          length -> MemorySegment.ofArray(new float[length]),
          length -> MemorySegment.ofArray(new long[length]),
          length -> MemorySegment.ofArray(new double[length]));

  private Samples() {}

  /// True if both kinds can be allocated: all but mapped files.
  static boolean areThere(MemoryKinds kinds) {
    return allocate(kinds.data(), 0).getClass() == kinds.data()
        && allocate(kinds.part(), 0).getClass() == kinds.part();
  }

  /// Allocates at least so many bytes.
  ///
  /// @param type a class of segments; native memory is allocated for one that cannot be
  static MemorySegment allocate(Class<?> type, long bytes) {
    for (IntFunction<MemorySegment> make : ARRAYS) {
      MemorySegment element = make.apply(1);
      if (element.getClass() == type) {
        return make.apply((int) Math.ceilDiv(bytes, element.byteSize()));
      }
    }
    return Arena.ofAuto().allocate(bytes, CACHE_LINE);
  }

  /// The type of an array's elements; bytes where the memory is no array.
  ///
  /// @param type a class of segments
  static Class<?> elementType(Class<?> type) {
    Object array = allocate(type, 1).heapBase().orElse(new byte[0]);
    return array.getClass().getComponentType();
  }
}
