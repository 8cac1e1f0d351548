package io.cleave.bench;

import io.cleave.plan.ElementType;

/// How far a converted value may be from the definition.
enum Likeness {
  /// Bit for bit, as this library promises.
  SAME {
    @Override
    boolean holds(ElementType type, long made, long defined) {
      return made == defined;
    }
  },

  /// As near as another arithmetic comes, such as a difference and a division where this library
  /// has one fma: a few units in the last place of the value, or of 1 where terms cancel each
  /// other; an integer by one.
  NEAR {
    @Override
    boolean holds(ElementType type, long made, long defined) {
      double expected = value(type, defined);
      double unit = unit(type);
      double most = unit == 1 ? 1 : UNITS * unit * Math.max(1, Math.abs(expected));
      return made == defined || Math.abs(value(type, made) - expected) <= most;
    }
  };

  private static final int UNITS = 8;

  /// @param made the bits of what somebody made
  /// @param defined the bits of what it should be
  abstract boolean holds(ElementType type, long made, long defined);

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
      case I8 -> (byte) bits;
      case I16 -> (short) bits;
      default -> bits;
    };
  }
}
