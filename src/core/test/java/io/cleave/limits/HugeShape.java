package io.cleave.limits;

import static java.math.BigInteger.ONE;

import io.cleave.plan.ElementType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// A shape of three extents of which one is large: so large that elements, bytes or bits along it
/// are just below, at or just above a power of two.
///
/// @param type the element type
/// @param outer the extent before the axis
/// @param along the extent of the axis
/// @param inner the extent behind the axis
record HugeShape(ElementType type, long outer, long along, long inner) {
  /// One type of each width.
  static final List<ElementType> TYPES =
      List.of(
          ElementType.U1,
          ElementType.U2,
          ElementType.U3,
          ElementType.U4,
          ElementType.U6,
          ElementType.U8,
          ElementType.F16,
          ElementType.F32,
          ElementType.F64);

  static final int AXIS = 1;

  private static final int[] POWERS = {31, 32, 63};
  private static final int[] UNITS = {0, 1, Byte.SIZE};
  private static final long[][] OTHERS = {{1, 1}, {2, 3}, {5, 8}};

  /// All of one type: each power of two, of each unit, one below, at and one above, along each
  /// dimension, between small others.
  static List<HugeShape> all(ElementType type) {
    List<HugeShape> shapes = new ArrayList<>();
    for (int power : POWERS) {
      for (int unit : UNITS) {
        for (int delta = -1; delta <= 1; delta++) {
          long large = extent(power, unit == 0 ? type.bits() : unit, type.bits(), delta);
          for (long[] others : OTHERS) {
            shapes.add(new HugeShape(type, large, others[0], others[1]));
            shapes.add(new HugeShape(type, others[0], large, others[1]));
            shapes.add(new HugeShape(type, others[0], others[1], large));
          }
        }
      }
    }
    return shapes.stream().distinct().toList();
  }

  /// How many elements are so many units, or what 64 bits hold of them.
  private static long extent(int power, int unitBits, int bits, int delta) {
    BigInteger bitsInAll = ONE.shiftLeft(power).multiply(BigInteger.valueOf(unitBits));
    return bitsInAll
        .divide(BigInteger.valueOf(bits))
        .add(BigInteger.valueOf(delta))
        .min(BigInteger.valueOf(Long.MAX_VALUE))
        .longValueExact();
  }

  long[] extents() {
    return new long[] {outer, along, inner};
  }

  /// Whether the bits of so wide elements can be counted.
  boolean fits(int bits) {
    return BigInteger.valueOf(outer)
            .multiply(BigInteger.valueOf(along))
            .multiply(BigInteger.valueOf(inner))
            .multiply(BigInteger.valueOf(bits))
            .bitLength()
        < Long.SIZE;
  }
}
