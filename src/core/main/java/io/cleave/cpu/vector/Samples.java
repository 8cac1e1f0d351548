package io.cleave.cpu.vector;

import io.cleave.cpu.loops.MemoryKinds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Memory of the kinds that a warm-up needs.
final class Samples {
  private static final int CACHE_LINE = 64;

  private static final List<Class<?>> ELEMENTS =
      List.of(
          byte.class, short.class, char.class, int.class, float.class, long.class, double.class);

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
    for (Class<?> element : ELEMENTS) {
      MemorySegment one = array(element, 1);
      if (one.getClass() == type) {
        return array(element, (int) Math.ceilDiv(bytes, one.byteSize()));
      }
    }
    return Arena.ofAuto().allocate(bytes, CACHE_LINE);
  }

  private static MemorySegment array(Class<?> element, int length) {
    return switch (element.getName()) {
      case "byte" -> MemorySegment.ofArray(new byte[length]);
      case "short" -> MemorySegment.ofArray(new short[length]);
      case "char" -> MemorySegment.ofArray(new char[length]);
      case "int" -> MemorySegment.ofArray(new int[length]);
      case "float" -> MemorySegment.ofArray(new float[length]);
      case "long" -> MemorySegment.ofArray(new long[length]);
      default -> MemorySegment.ofArray(new double[length]);
    };
  }

  /// The type of an array's elements; bytes where the memory is no array.
  ///
  /// @param type a class of segments
  static Class<?> elementType(Class<?> type) {
    Object array = allocate(type, 1).heapBase().orElse(new byte[0]);
    return array.getClass().getComponentType();
  }
}
