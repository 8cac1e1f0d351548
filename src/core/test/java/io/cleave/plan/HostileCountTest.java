package io.cleave.plan;

import static io.cleave.plan.ElementType.I64;
import static io.cleave.plan.ElementType.U1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Allocated;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
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
    refuses(count, () -> SplitPlan.of(Layout.of(U1, LONG), 0, Cut.intoEqualParts(count)));
    refuses(count, () -> SplitPlan.of(Layout.of(U1, 0), 0, Cut.intoEqualParts(count)));
    refuses(count, () -> SplitPlan.of(Layout.of(U1, LONG), 0, Cut.nearlyEqual(count)));
    refuses(count, () -> SplitPlan.of(Layout.of(U1, 6), 0, Cut.nearlyEqual(count)));
    refuses(count, () -> SplitPlan.of(Layout.of(U1, count), 0, Cut.inChunksOf(1)));
  }

  @ParameterizedTest
  @ValueSource(longs = {(1 << 24) + 1, Integer.MAX_VALUE, 1L << 31, 1L << 32, BIT_62})
  void isRefusedByBothOperations(long count) {
    var rankless = PartialShape.unknownRank();
    var lengths = IntegerInput.unknown(I64, PartialShape.of(count));
    refuses(count, () -> SplitOperation.split(rankless, U1, AXIS, count).infer());
    refuses(count, () -> SplitOperation.split(PartialShape.of(LONG), U1, AXIS, count).infer());
    refuses(count, () -> SplitOperation.split(PartialShape.of(LONG), U1, AXIS, count).plan());
    refuses(count, () -> SplitOperation.variadicSplit(rankless, U1, AXIS, lengths).infer());
    refuses(
        count,
        () -> SplitOperation.variadicSplit(PartialShape.of(LONG), U1, AXIS, lengths).infer());
  }

  private static void refuses(long count, ThrowingCallable call) {
    long before = Allocated.bytes();
    assertThatIllegalArgumentException()
        .isThrownBy(call)
        .withMessage("a plan holds at most 16777216 parts, not %d; split in two steps", count);
    assertThat(Allocated.bytes() - before).as("bytes allocated").isLessThan(16 << 20);
  }
}
