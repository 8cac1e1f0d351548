package io.cleave.limits;

import static io.cleave.limits.BigSplit.big;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.plan.Stacking;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Stacked plans of tensors around 2 to the power of 31, 32 and 63 elements, bytes and bits.
class HugeStacksTest {
  static Stream<ElementType> types() {
    return HugeShape.TYPES.stream();
  }

  @ParameterizedTest
  @MethodSource("types")
  void haveTheNumbersOfStacksWithoutLimits(ElementType type) {
    int stacked = 0;
    for (HugeShape huge : HugeShape.all(type)) {
      for (SplitPlan plan : plans(huge)) {
        // An axis of one element goes.
        int rank = plan.part(0).length() == 1 ? 3 : 4;
        for (int axis = 0; axis < rank; axis++) {
          StackedPlan stack = plan.stacked(axis);
          requireStack(stack);
          requireSlabs(stack);
          stacked++;
        }
        for (int axis = 0; axis < 3; axis++) {
          requireStack(StackedPlan.joined(plan, axis));
          requireSlabs(StackedPlan.joined(plan, axis));
        }
      }
    }
    assertThat(stacked).isGreaterThan(30);
  }

  /// Two or five equal parts, converted where they are no bytes.
  private static List<SplitPlan> plans(HugeShape huge) {
    ElementType type = huge.type();
    ElementType target = type.isSubByte() ? ElementType.F16 : type;
    List<SplitPlan> plans = new ArrayList<>();
    for (int parts : new int[] {2, 5}) {
      if (huge.fits(Math.max(type.bits(), target.bits())) && huge.along() % parts == 0) {
        Shape shape = Shape.of(huge.extents());
        SplitPlan plan = SplitPlan.intoEqualParts(shape, type, HugeShape.AXIS, parts);
        plans.add(type == target ? plan : plan.converted(Conversion.to(target)));
      }
    }
    return plans;
  }

  /// Each part stands in so many pieces, which fill the result together.
  private static void requireStack(StackedPlan stack) {
    Stacking stacking = stack.stacking();
    BigInteger sum = BigInteger.ZERO;
    BigInteger volume = BigInteger.ONE;
    for (long extent : stack.shape().extents()) {
      volume = volume.multiply(big(extent));
    }
    for (Part part : stack.slices().parts()) {
      BigInteger elements = BigInteger.ONE;
      for (long extent : part.shape().extents()) {
        elements = elements.multiply(big(extent));
      }
      assertThat(big(stacking.start(part.index()))).as("%s", stack).isEqualTo(sum);
      sum = sum.add(big(stacking.length(part.index())));
      assertThat(big(stacking.chunks()).multiply(big(stacking.length(part.index()))))
          .as("%s", stack)
          .isEqualTo(elements);
    }
    assertThat(big(stacking.stride())).as("%s", stack).isEqualTo(sum);
    assertThat(big(stacking.chunks()).multiply(sum)).as("%s", stack).isEqualTo(volume);
    assertThat(big(stack.bytes())).isEqualTo(volume.multiply(big(stack.type().bits() / Byte.SIZE)));
  }

  /// Slabs of rows are whole pieces, or are refused in a sentence.
  private static void requireSlabs(StackedPlan stack) {
    long rows = stack.slices().rows();
    for (long count : new long[] {1, rows / 2, rows - 1, rows}) {
      BigInteger product = big(stack.stacking().chunks()).multiply(big(count));
      if (product.mod(big(rows)).signum() == 0) {
        StackedPlan slab = stack.slab(count);
        assertThat(slab.slices().rows()).isEqualTo(count);
        assertThat(big(slab.stacking().chunks())).isEqualTo(product.divide(big(rows)));
        assertThat(slab.stacking().stride()).isEqualTo(stack.stacking().stride());
      } else {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> stack.slab(count))
            .withMessageContaining(" rows do not make whole pieces of parts that have ");
      }
    }
  }

  /// Where there is nothing to stack, extents may be of any size, but not their sum.
  @Test
  void ofEmptyPartsMayNotBeLongerThanNumbers() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(0, 1L << 62), ElementType.U8, 0, 0, 0);
    assertThat(StackedPlan.joined(plan, 0).shape()).isEqualTo(Shape.of(0, 1L << 62));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StackedPlan.joined(plan, 1))
        .withMessage(
            "2 parts of [0, 4611686018427387904] joined along axis 1 are longer than"
                + " 9223372036854775807; join fewer");
  }
}
