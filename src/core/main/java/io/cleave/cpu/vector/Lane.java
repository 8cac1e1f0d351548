package io.cleave.cpu.vector;

import java.lang.foreign.MemorySegment;

/// What a vector must consist of to be loaded from some kind of memory.
///
/// C2 makes one instruction of a load of bytes from native memory and from `byte[]`, and none from
/// other arrays: there it came at 41 us for 64 KB, and at 0.5 us once the vector has the array's
/// own elements and is taken for bytes afterwards.
enum Lane {
  BYTE,
  SHORT,
  INT,
  LONG,
  FLOAT,
  DOUBLE;

  private record Kind(Class<?> segment, Lane lane) {
    Kind(MemorySegment segment, Lane lane) {
      this(segment.getClass(), lane);
    }
  }

  private static final Kind[] HEAP = {
    new Kind(MemorySegment.ofArray(new short[0]), SHORT),
    new Kind(MemorySegment.ofArray(new char[0]), SHORT),
    new Kind(MemorySegment.ofArray(new int[0]), INT),
    new Kind(MemorySegment.ofArray(new long[0]), LONG),
    new Kind(MemorySegment.ofArray(new float[0]), FLOAT),
    new Kind(MemorySegment.ofArray(new double[0]), DOUBLE),
  };

  /// For segments of this class.
  static Lane of(Class<?> segment) {
    for (Kind kind : HEAP) {
      if (kind.segment() == segment) {
        return kind.lane();
      }
    }
    return BYTE;
  }
}
