package io.cleave.limits;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.F64;
import static io.cleave.plan.ElementType.U1;
import static io.cleave.plan.ElementType.U3;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;

/// Splits of data beyond 4 GiB of which little is wanted, where bytes, bits and elements of it are
/// counted by 2 to the power of 31, 32, 33 and 35.
final class FarPlans {
  private static final long GIB = 1L << 30;

  private static final Conversion FLOATS = Conversion.to(F32).scale(0.5f);
  private static final Conversion HALVES = Conversion.to(F16);

  private FarPlans() {}

  /// A few long rows of bytes.
  static List<SplitPlan> longRows() {
    return List.of(
        around(Shape.of(2, 4 * GIB + 1000), U8, 1, 2 * GIB, 4 * GIB),
        around(Shape.of(3, GIB + 77), F32, 1, GIB / 2, GIB),
        around(Shape.of(2, 3, GIB / 4 + 90), F64, 2, GIB / 8, GIB / 4),
        // One row: every part is one piece of the data.
        around(Shape.of(2 * GIB + 300, 3), F16, 0, GIB, 2 * GIB),
        around(Shape.of(4 * GIB + 300), U8, 0, 2 * GIB, 4 * GIB));
  }

  /// Rows of which some thousands are 4 GiB: short runs and long ones, wide apart.
  static List<SplitPlan> manyRows() {
    long row = (1 << 20) - 3;
    return List.of(
        SplitPlan.byLengths(Shape.of(4200, row), U8, 1, 5, 11, 1000, 300, -1).only(1, 2, 3),
        SplitPlan.byLengths(Shape.of(4200, row / 4), F32, 1, -1, 1, 2).only(1, 2),
        SplitPlan.byLengths(Shape.of(2, 2100, 1 << 20), U8, 2, 8, 16, -1).only(1),
        SplitPlan.byLengths(Shape.of(600, 8 << 20), U8, 1, -1, 50).only(1));
  }

  /// Rows of bits: eight of them, which are whole bytes whatever is in them, have 256 MiB at most.
  static List<SplitPlan> bits() {
    return List.of(
        around(Shape.of(140, (60 << 20) + 101), U4, 1, 30 << 20, 60 << 20),
        around(Shape.of(140, (80 << 20) + 113), U3, 1, 40 << 20, 80 << 20),
        SplitPlan.byLengths(Shape.of(36_000, (1 << 20) - 5), U1, 1, 3, 9, -1).only(1),
        SplitPlan.byLengths(Shape.of(4500, (8 << 20) - 5), U1, 1, -1, 77).only(1));
  }

  /// A few long rows of bits. A device that holds less than all of them leaves them to the host,
  /// since nothing that is not whole bytes is cut within its rows.
  static List<SplitPlan> longRowsOfBits() {
    return List.of(
        around(Shape.of(2, 8 * GIB + 1001), U4, 1, 4 * GIB, 8 * GIB),
        around(Shape.of(2, 32 * GIB + 1013), U1, 1, 4 * GIB, 32 * GIB),
        around(Shape.of(3, 12 * GIB + 13), U3, 1, 4 * GIB / 3, 32 * GIB / 3));
  }

  /// The same, converted.
  static List<SplitPlan> conversions() {
    return List.of(
        manyRows().getFirst().converted(FLOATS),
        manyRows().get(1).converted(HALVES),
        manyRows().getLast().converted(FLOATS),
        bits().getFirst().converted(HALVES),
        bits().get(1).converted(FLOATS),
        bits().get(2).converted(HALVES));
  }

  /// A device that holds less than a row leaves these to the host, too: what is converted is not
  /// cut within its rows.
  static List<SplitPlan> conversionsOfLongRows() {
    return List.of(
        longRows().getFirst().converted(FLOATS),
        longRows().get(1).converted(HALVES),
        longRows().getLast().converted(Conversion.to(F64)),
        longRowsOfBits().getFirst().converted(HALVES),
        longRowsOfBits().getLast().converted(FLOATS));
  }

  /// To be stacked along axis 1, piece by piece, and along axis 0, all at once.
  static List<SplitPlan> stacks() {
    SplitPlan many = SplitPlan.intoEqualParts(Shape.of(4200, 1 << 16, 16), U8, 1, 1 << 16);
    SplitPlan few = SplitPlan.inChunksOf(Shape.of(3, 2 * GIB), U8, 1, 1 << 10);
    return List.of(
        many.only(3, 65_535),
        many.only(0, 32_768).converted(Conversion.to(F32)),
        few.only(1, (2 << 20) - 1));
  }

  /// Wants what lies around these positions along the axis, and the last one.
  private static SplitPlan around(
      Shape shape, ElementType type, int axis, long first, long second) {
    long[] lengths = {first - 9, 21, second - first - 33, 37, -1, 5};
    return SplitPlan.byLengths(shape, type, axis, lengths).only(1, 3, 5);
  }
}
