package io.cleave.bench.peers;

import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// How far values that another library converted may differ from the definition: a few units in the
/// last place of the value, or of 1 where terms cancel each other; an integer by one. It may
/// subtract and divide where Cleave has one fused multiply-add.
final class Tolerance {
  private static final int UNITS = 8;

  private Tolerance() {}

  /// True if all elements of a part are near enough.
  ///
  /// @param type f32, f16 or u8
  static boolean holds(ElementType type, MemorySegment expected, MemorySegment part) {
    if (part.byteSize() != expected.byteSize()) {
      return false;
    }
    long count = expected.byteSize() * Byte.SIZE / type.bits();
    for (long i = 0; i < count; i++) {
      double right = value(type, expected, i);
      if (!(Math.abs(value(type, part, i) - right) <= tolerance(type, right))) {
        return false;
      }
    }
    return true;
  }

  private static double tolerance(ElementType type, double value) {
    double size = UNITS * Math.max(1, Math.abs(value));
    return switch (type) {
      case F32 -> 0x1p-23 * size;
      case F16 -> 0x1p-10 * size;
      default -> 1;
    };
  }

  private static double value(ElementType type, MemorySegment part, long index) {
    return switch (type) {
      case F32 -> part.getAtIndex(ValueLayout.JAVA_FLOAT, index);
      case F16 -> Float.float16ToFloat(part.getAtIndex(ValueLayout.JAVA_SHORT, index));
      default -> Byte.toUnsignedInt(part.get(ValueLayout.JAVA_BYTE, index));
    };
  }
}
