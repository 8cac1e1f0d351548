package io.cleave.plan;

import static io.cleave.plan.ElementType.I64;
import static io.cleave.plan.ElementType.U1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Allocated;
import io.cleave.operation.Dimension;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.Operation;
import io.cleave.operation.PartialShape;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A number of parts that no plan holds is refused before memory is taken for it.
@Timeout(10)
class HostileCountTest {
  private static final long BIT_62 = 1L << 62;
  private static final Shape LONG = Shape.of(Long.MAX_VALUE);
  private static final IntegerInput AXIS = IntegerInput.scalar(I64, 0);

  @ParameterizedTest
  @ValueSource(longs = {(1 << 24) + 1, Integer.MAX_VALUE, 1L << 31, 1L << 32, BIT_62})
  void isRefusedByEveryWayToCut(long count) {
    refuses(count, () -> SplitPlan.intoEqualParts(LONG, U1, 0, count));
    refuses(count, () -> SplitPlan.intoEqualParts(Shape.of(0), U1, 0, count));
    refuses(count, () -> SplitPlan.nearlyEqual(LONG, U1, 0, count));
    refuses(count, () -> SplitPlan.nearlyEqual(Shape.of(6), U1, 0, count));
    refuses(count, () -> SplitPlan.inChunksOf(Shape.of(count), U1, 0, 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {(1 << 24) + 1, Integer.MAX_VALUE, 1L << 31, 1L << 32, BIT_62})
  void isRefusedByBothOperations(long count) {
    var rankless = PartialShape.UNKNOWN_RANK;
    var lengths = IntegerInput.unknown(I64, PartialShape.of(List.of(Dimension.of(count))));
    refuses(count, () -> new Operation.IntoEqualParts(rankless, U1, AXIS, count).infer());
    refuses(
        count, () -> new Operation.IntoEqualParts(PartialShape.of(LONG), U1, AXIS, count).infer());
    refuses(
        count, () -> new Operation.IntoEqualParts(PartialShape.of(LONG), U1, AXIS, count).plan());
    refuses(count, () -> new Operation.ByLengths(rankless, U1, AXIS, lengths).infer());
    refuses(count, () -> new Operation.ByLengths(PartialShape.of(LONG), U1, AXIS, lengths).infer());
  }

  private static void refuses(long count, ThrowingCallable call) {
    long before = Allocated.bytes();
    assertThatIllegalArgumentException()
        .isThrownBy(call)
        .withMessage("a plan holds at most 16777216 parts, not %d; split in two steps", count);
    assertThat(Allocated.bytes() - before).as("bytes allocated").isLessThan(16 << 20);
  }
}
