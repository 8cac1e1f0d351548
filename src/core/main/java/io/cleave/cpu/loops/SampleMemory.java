package io.cleave.cpu.loops;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntFunction;

/// Memory of the same class as some other.
final class SampleMemory {
  private static final int CACHE_LINE = 64;

  /// @param width the bytes of an element
  /// @param make an array of so many elements
  private record Arrays(Class<?> type, int width, IntFunction<MemorySegment> make) {
    Arrays(int width, IntFunction<MemorySegment> make) {
      this(make.apply(0).getClass(), width, make);
    }
  }

  private static final List<Arrays> ARRAYS =
      List.of(
          new Arrays(Byte.BYTES, length -> MemorySegment.ofArray(new byte[length])),
          new Arrays(Short.BYTES, length -> MemorySegment.ofArray(new short[length])),
          new Arrays(Character.BYTES, length -> MemorySegment.ofArray(new char[length])),
          new Arrays(Integer.BYTES, length -> MemorySegment.ofArray(new int[length])),
          new Arrays(Float.BYTES, length -> MemorySegment.ofArray(new float[length])),
          new Arrays(Long.BYTES, length -> MemorySegment.ofArray(new long[length])),
          new Arrays(Double.BYTES, length -> MemorySegment.ofArray(new double[length])));

  private SampleMemory() {}

  /// So many bytes, or a few more.
  ///
  /// @param type the class of segments
  /// @throws UnsupportedOperationException if they are made otherwise, as those of mapped files
  static MemorySegment like(Class<?> type, long bytes) {
    if (type == MemorySegment.NULL.getClass()) {
      return Arena.ofAuto().allocate(bytes, CACHE_LINE);
    }
    return ARRAYS.stream()
        .filter(arrays -> arrays.type() == type)
        .findFirst()
        .map(arrays -> arrays.make().apply((int) Math.ceilDiv(bytes, arrays.width())))
        .orElseThrow(
            () -> new UnsupportedOperationException("%s is no such memory".formatted(type)));
  }
}
