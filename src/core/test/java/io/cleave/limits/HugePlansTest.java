package io.cleave.limits;

import static io.cleave.limits.BigSplit.big;
import static io.cleave.limits.HugeShape.AXIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Geometry;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.math.BigInteger;
import java.util.Arrays;
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
        requireCuts(huge);
        planned++;
      } else {
        refuses(huge);
      }
    }
    assertThat(planned).isGreaterThan(30);
  }

  private static BigSplit split(HugeShape huge, long... lengths) {
    return new BigSplit(huge.extents(), huge.type().bits(), AXIS, lengths);
  }

  private static void requireCuts(HugeShape huge) {
    Shape shape = Shape.of(huge.extents());
    ElementType type = huge.type();
    long extent = huge.along();
    split(huge, extent).requireOf(SplitPlan.of(Layout.of(type, shape), AXIS, Cut.byLengths(-1)));
    split(huge, 1, extent - 1, 0)
        .requireOf(SplitPlan.of(Layout.of(type, shape), -2, Cut.byLengths(1, -1, 0)));
    split(huge, nearly(extent, 7))
        .requireOf(SplitPlan.of(Layout.of(type, shape), AXIS, Cut.nearlyEqual(7)));
    split(huge, extent).requireOf(SplitPlan.of(Layout.of(type, shape), AXIS, Cut.inChunksOf(MAX)));
    split(huge, extent - 1, 1)
        .requireOf(SplitPlan.of(Layout.of(type, shape), AXIS, Cut.atIndices(-1)));
    split(huge, 0, 1, extent - 1, 0, 0)
        .requireOf(
            SplitPlan.of(
                Layout.of(type, shape), AXIS, Cut.atIndices(Long.MIN_VALUE, 1, extent, MAX)));
    if (extent > 1) {
      long half = extent - extent / 2;
      split(huge, half, extent - half)
          .requireOf(SplitPlan.of(Layout.of(type, shape), AXIS, Cut.inChunksOf(half)));
    }
    for (int parts : new int[] {2, 3, 5, 8}) {
      if (extent % parts == 0) {
        split(huge, nearly(extent, parts))
            .requireOf(SplitPlan.of(Layout.of(type, shape), AXIS, Cut.intoEqualParts(parts)));
      }
    }
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

  private static void refuses(HugeShape huge) {
    assertThatIllegalArgumentException()
        .as("%s", huge)
        .isThrownBy(
            () -> SplitPlan.of(Layout.of(huge.type(), huge.extents()), AXIS, Cut.byLengths(-1)))
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
          SplitPlan plan =
              SplitPlan.of(Layout.of(type, huge.extents()), AXIS, Cut.byLengths(1, -1));
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
        SplitPlan plan = SplitPlan.of(Layout.of(type, huge.extents()), AXIS, Cut.byLengths(1, -1));
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
  void areStacked(ElementType type) {
    ElementType target = type.isSubByte() ? ElementType.F16 : type;
    for (HugeShape huge : HugeShape.all(type)) {
      if (huge.fits(Math.max(type.bits(), target.bits())) && huge.along() % 2 == 0) {
        SplitPlan plan = SplitPlan.of(Layout.of(type, huge.extents()), AXIS, Cut.intoEqualParts(2));
        plan = type == target ? plan : plan.converted(Conversion.to(target));
        for (int axis = 0; axis < 3; axis++) {
          requireStack(plan.stacked(axis));
          requireStack(plan.joined(axis));
        }
      }
    }
  }

  /// Each slice stands in so many chunks, which fill the result together.
  private static void requireStack(SplitPlan stack) {
    Geometry geometry = stack.geometry();
    BigInteger width = big(stack.partType().bits() / Byte.SIZE);
    BigInteger chunks =
        geometry.levels().stream()
            .map(level -> big(level.count()))
            .reduce(BigInteger.ONE, BigInteger::multiply);
    BigInteger sum = BigInteger.ZERO;
    for (Part part : stack.unstacked().parts()) {
      int piece = part.index();
      assertThat(geometry.slice(piece)).as("%s", stack).isEqualTo(piece);
      assertThat(big(geometry.written(geometry.begin(piece)))).as("%s", stack).isEqualTo(sum);
      BigInteger chunk = big(geometry.written(geometry.rows() * geometry.run(piece)));
      assertThat(chunks.multiply(chunk))
          .as("%s", stack)
          .isEqualTo(volume(part.shape()).multiply(width));
      sum = sum.add(chunk);
    }
    BigInteger stride = sum;
    for (int i = geometry.levels().size() - 1; i >= 0; i--) {
      assertThat(big(geometry.written(geometry.partStride(i, 0))))
          .as("%s", stack)
          .isEqualTo(stride);
      stride = stride.multiply(big(geometry.levels().get(i).count()));
    }
    BigInteger bytes = volume(stack.part(0).shape()).multiply(width);
    assertThat(stride).as("%s", stack).isEqualTo(bytes);
    assertThat(big(stack.part(0).bytes())).isEqualTo(bytes);
  }

  private static BigInteger volume(Shape shape) {
    return Arrays.stream(shape.extents())
        .mapToObj(BigInteger::valueOf)
        .reduce(BigInteger.ONE, BigInteger::multiply);
  }
}
