package io.cleave.limits;

import static io.cleave.limits.BigSplit.big;
import static io.cleave.limits.HugeShape.AXIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Plans of tensors around 2 to the power of 31, 32 and 63 elements, bytes and bits, whichever
/// dimension makes them so large: every number of every part is right, or the plan is refused.
class HugePlansTest {
  private static final long MAX = Long.MAX_VALUE;

  static Stream<ElementType> types() {
    return HugeShape.TYPES.stream();
  }

  @ParameterizedTest
  @MethodSource("types")
  void haveTheNumbersOfASplitWithoutLimits(ElementType type) {
    int planned = 0;
    for (HugeShape huge : HugeShape.all(type)) {
      if (huge.fits(type.bits())) {
        for (Cut cut : cuts(huge)) {
          split(huge, cut.lengths).requireOf(cut.plan);
          planned++;
        }
      } else {
        refuses(huge);
      }
    }
    assertThat(planned).isGreaterThan(300);
  }

  private static BigSplit split(HugeShape huge, long... lengths) {
    return new BigSplit(huge.extents(), huge.type().bits(), AXIS, lengths);
  }

  /// A plan, and the lengths that its parts should have.
  private static final class Cut {
    private final SplitPlan plan;
    private final long[] lengths;

    Cut(SplitPlan plan, long... lengths) {
      this.plan = plan;
      this.lengths = lengths;
    }
  }

  private static List<Cut> cuts(HugeShape huge) {
    Shape shape = Shape.of(huge.extents());
    ElementType type = huge.type();
    long extent = huge.along();
    List<Cut> cuts = new ArrayList<>();
    cuts.add(new Cut(SplitPlan.byLengths(shape, type, AXIS, -1), extent));
    cuts.add(new Cut(SplitPlan.byLengths(shape, type, -2, 1, -1, 0), 1, extent - 1, 0));
    cuts.add(new Cut(SplitPlan.nearlyEqual(shape, type, AXIS, 7), nearly(extent, 7)));
    long half = extent - extent / 2;
    cuts.add(new Cut(SplitPlan.inChunksOf(shape, type, AXIS, half), inHalves(extent)));
    cuts.add(new Cut(SplitPlan.inChunksOf(shape, type, AXIS, MAX), extent));
    cuts.add(
        new Cut(
            SplitPlan.atIndices(shape, type, AXIS, Long.MIN_VALUE, 1, extent, MAX),
            0,
            1,
            extent - 1,
            0,
            0));
    cuts.add(new Cut(SplitPlan.atIndices(shape, type, AXIS, -1), extent - 1, 1));
    for (int parts : new int[] {2, 3, 5, 8}) {
      if (extent % parts == 0) {
        cuts.add(
            new Cut(SplitPlan.intoEqualParts(shape, type, AXIS, parts), nearly(extent, parts)));
      }
    }
    return cuts;
  }

  private static long[] nearly(long extent, int parts) {
    long[] lengths = new long[parts];
    BigInteger left = BigInteger.valueOf(extent);
    for (int i = 0; i < parts; i++) {
      BigInteger others = BigInteger.valueOf(parts - i);
      BigInteger length = left.add(others).subtract(BigInteger.ONE).divide(others);
      lengths[i] = length.longValueExact();
      left = left.subtract(length);
    }
    return lengths;
  }

  private static long[] inHalves(long extent) {
    return extent == 1 ? new long[] {1} : new long[] {extent - extent / 2, extent / 2};
  }

  private static void refuses(HugeShape huge) {
    assertThatIllegalArgumentException()
        .as("%s", huge)
        .isThrownBy(() -> SplitPlan.byLengths(Shape.of(huge.extents()), huge.type(), AXIS, -1))
        .withMessageMatching(
            ".* (has more than|take more than) 9223372036854775807 (elements|bits); split a smaller"
                + " tensor");
  }

  /// What comes out may be larger than the data.
  @ParameterizedTest
  @MethodSource("types")
  void ofWhatIsConvertedHaveTheNumbersOfTheirTarget(ElementType type) {
    assumeTrue(type != ElementType.F64, "f64 is not converted");
    for (ElementType target : List.of(ElementType.F16, ElementType.F32, ElementType.F64)) {
      for (HugeShape huge : HugeShape.all(type)) {
        if (huge.fits(type.bits())) {
          SplitPlan plan = SplitPlan.byLengths(Shape.of(huge.extents()), type, AXIS, 1, -1);
          converts(huge, plan, target);
        }
      }
    }
  }

  private static void converts(HugeShape huge, SplitPlan plan, ElementType target) {
    if (huge.fits(target.bits())) {
      SplitPlan converted = plan.converted(Conversion.to(target));
      split(huge, plan.lengths()).requireOf(converted);
      assertThat(converted.toString()).contains(" bytes of " + target);
    } else {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> plan.converted(Conversion.to(target)))
          .withMessageContaining("of %s take more than %s bits; split a smaller", target, MAX);
    }
  }

  /// What a device takes at a time: as many rows as it can, one, and all but one.
  @ParameterizedTest
  @MethodSource("types")
  void areTakenBySlabs(ElementType type) {
    for (HugeShape huge : HugeShape.all(type)) {
      if (huge.fits(type.bits())) {
        SplitPlan plan = SplitPlan.byLengths(Shape.of(huge.extents()), type, AXIS, 1, -1);
        for (long rows : new long[] {1, plan.rows() / 2, plan.rows() - 1, plan.rows()}) {
          if (rows > 0) {
            var slab = new HugeShape(type, rows, huge.along(), huge.inner());
            split(slab, plan.lengths()).requireOf(plan.slab(rows));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void sayTheirNumbers(ElementType type) {
    for (HugeShape huge : HugeShape.all(type)) {
      if (huge.fits(type.bits())) {
        SplitPlan plan = SplitPlan.byLengths(Shape.of(huge.extents()), type, AXIS, -1);
        BigSplit big = split(huge, huge.along());
        BigInteger bits = big(type.bits());
        BigInteger row = big.step().multiply(big(huge.along())).multiply(bits);
        BigInteger units = plan.unit() == Unit.BIT ? row : row.divide(big(Byte.SIZE));
        assertThat(plan.toString())
            .contains(
                ": %s row%s of %s ".formatted(big.rows(), huge.outer() == 1 ? "" : "s", units))
            .contains(" 0..%s".formatted(units.subtract(BigInteger.ONE)));
      }
    }
  }
}
