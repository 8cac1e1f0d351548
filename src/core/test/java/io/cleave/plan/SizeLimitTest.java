package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.Operation;
import io.cleave.operation.PartialShape;
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
    refuses(() -> SplitPlan.byLengths(shape, type, 0, -1));
    refuses(() -> SplitPlan.byLengths(shape, type, 1, 1));
    refuses(() -> SplitPlan.intoEqualParts(shape, type, 1, 1));
    refuses(() -> SplitPlan.inChunksOf(shape, type, 1, 1));
    refuses(() -> SplitPlan.atIndices(shape, type, 1, 1));
    refuses(() -> SplitPlan.nearlyEqual(shape, type, 1, 1));
    refuses(() -> new Operation.ByLengths(partial, type, AXIS, ALL).infer());
    refuses(() -> new Operation.ByLengths(PartialShape.of(shape), type, AXIS, ALL).plan());
    refuses(() -> new Operation.IntoEqualParts(partial, type, AXIS, 1).infer());
    refuses(() -> new Operation.IntoEqualParts(PartialShape.of(shape), type, AXIS, 1).plan());
    IntegerInput unknown = IntegerInput.unknown(ElementType.I64, PartialShape.parse("[]"));
    refuses(() -> new Operation.ByLengths(partial, type, unknown, ALL).infer());
    refuses(() -> new Operation.IntoEqualParts(partial, type, unknown, 1).infer());
  }

  private static void refuses(Runnable call) {
    assertThatIllegalArgumentException()
        .isThrownBy(call::run)
        .withMessageContaining(" take more than 9223372036854775807 bits; split a smaller tensor");
  }

  @Test
  void stringsAreLimitedByTheirNumberOnly() {
    SplitPlan plan =
        SplitPlan.byLengths(Shape.of(2, Long.MAX_VALUE / 2), ElementType.STRING, 1, 7, -1);
    assertThat(plan.row()).isEqualTo(Long.MAX_VALUE / 2);
    assertThat(plan.part(1).size()).isEqualTo(2 * (Long.MAX_VALUE / 2 - 7));
  }

  @Test
  void anElementCountBeyond64BitsIsRefusedByInference() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Operation.ByLengths(
                        PartialShape.parse("4294967296,4294967296"), ElementType.U1, AXIS, ALL)
                    .infer())
        .withMessage(
            "shape [4294967296, 4294967296] has more than 9223372036854775807 elements; split a"
                + " smaller tensor");
  }
}
