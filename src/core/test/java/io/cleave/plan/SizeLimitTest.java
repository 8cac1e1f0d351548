package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A tensor's size in bits fits a signed 64-bit number, or it is refused by everything that plans
/// or infers.
class SizeLimitTest {
  private static final IntegerInput AXIS = IntegerInput.scalar(ElementType.I64, 0);
  private static final IntegerInput ALL = IntegerInput.vector(ElementType.I64, -1);

  private static long most(ElementType type) {
    return Long.MAX_VALUE / Math.max(1, type.bits());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"STRING", "U1"})
  void oneElementMoreIsRefusedByAll(ElementType type) {
    Shape shape = Shape.of(most(type) + 1, 1);
    PartialShape partial = PartialShape.of(shape);
    refuses(() -> SplitPlan.of(Layout.of(type, shape), 0, Cut.byLengths(-1)));
    refuses(() -> SplitPlan.of(Layout.of(type, shape), 1, Cut.byLengths(1)));
    refuses(() -> SplitPlan.of(Layout.of(type, shape), 1, Cut.intoEqualParts(1)));
    refuses(() -> SplitPlan.of(Layout.of(type, shape), 1, Cut.inChunksOf(1)));
    refuses(() -> SplitPlan.of(Layout.of(type, shape), 1, Cut.atIndices(1)));
    refuses(() -> SplitPlan.of(Layout.of(type, shape), 1, Cut.nearlyEqual(1)));
    refuses(() -> SplitOperation.variadicSplit(partial, type, AXIS, ALL).infer());
    refuses(() -> SplitOperation.variadicSplit(PartialShape.of(shape), type, AXIS, ALL).plan());
    refuses(() -> SplitOperation.split(partial, type, AXIS, 1).infer());
    refuses(() -> SplitOperation.split(PartialShape.of(shape), type, AXIS, 1).plan());
    IntegerInput unknown = IntegerInput.unknown(ElementType.I64, PartialShape.parse("[]"));
    refuses(() -> SplitOperation.variadicSplit(partial, type, unknown, ALL).infer());
    refuses(() -> SplitOperation.split(partial, type, unknown, 1).infer());
  }

  private static void refuses(Runnable call) {
    assertThatIllegalArgumentException()
        .isThrownBy(call::run)
        .withMessageContaining(" take more than 9223372036854775807 bits; split a smaller tensor");
  }

  @Test
  void stringsAreLimitedByTheirNumberOnly() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.STRING, 2, Long.MAX_VALUE / 2), 1, Cut.byLengths(7, -1));
    assertThat(plan.geometry().row()).isEqualTo(Long.MAX_VALUE / 2);
    assertThat(plan.part(1).shape().elements()).isEqualTo(2 * (Long.MAX_VALUE / 2 - 7));
    assertThatIllegalStateException()
        .isThrownBy(plan.part(1)::arrayLength)
        .withMessage(
            "part 1 has 9223372036854775792 elements, and an array at most 2147483639; use native"
                + " memory");
  }

  @Test
  void anElementCountBeyond64BitsIsRefusedByInference() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SplitOperation.variadicSplit(
                        PartialShape.parse("4294967296,4294967296"), ElementType.U1, AXIS, ALL)
                    .infer())
        .withMessage(
            "shape [4294967296, 4294967296] has more than 9223372036854775807 elements; split a"
                + " smaller tensor");
  }
}
