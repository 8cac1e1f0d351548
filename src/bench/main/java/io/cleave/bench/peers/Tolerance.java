package io.cleave.bench.peers;

import io.cleave.conformance.PackedElements;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;

/// How far values that another library converted may differ from the definition: a few units in the
/// last place of the value, or of 1 where terms cancel each other; an integer by one. It may
/// subtract and divide where Cleave has one fused multiply-add.
final class Tolerance {
  private static final int UNITS = 8;

  private Tolerance() {}

  /// Whether all elements of a part are near enough.
  static boolean holds(ElementType type, MemorySegment expected, MemorySegment part) {
    if (part.byteSize() != expected.byteSize()) {
      return false;
    }
    PackedElements right = new PackedElements(type, expected);
    PackedElements made = new PackedElements(type, part);
    long count = expected.byteSize() / (type.bits() / Byte.SIZE);
    for (long i = 0; i < count; i++) {
      if (!holds(type, right.get(i), made.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(ElementType type, long right, long made) {
    double expected = value(type, right);
    double unit = unit(type);
    double most = unit == 1 ? 1 : UNITS * unit * Math.max(1, Math.abs(expected));
    return made == right || Math.abs(value(type, made) - expected) <= most;
  }

  /// The difference between 1 and the next value.
  private static double unit(ElementType type) {
    return switch (type) {
      case F64 -> 0x1p-52;
      case F32 -> 0x1p-23;
      case F16 -> 0x1p-10;
      case BF16 -> 0x1p-7;
      default -> 1;
    };
  }

  private static double value(ElementType type, long bits) {
    return switch (type) {
      case F64 -> Double.longBitsToDouble(bits);
      case F32 -> Float.intBitsToFloat((int) bits);
      case F16 -> Float.float16ToFloat((short) bits);
      case BF16 -> Float.intBitsToFloat((int) bits << Short.SIZE);
      case U8 -> bits & 0xFF;
      case U16 -> bits & 0xFFFF;
      default -> bits;
    };
  }
}
