package io.cleave.plan;

import static io.cleave.plan.ElementType.I64;
import static io.cleave.plan.ElementType.U1;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Allocated;
import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Lengths, counts and sizes that a check in another order, or a sum that wraps around, would let
/// through: each way to cut and both operations refuse them before memory is taken.
@Timeout(10)
class HostileCutTest {
  private static final IntegerInput AXIS = IntegerInput.scalar(I64, 0);
  private static final IntegerInput ALL = IntegerInput.vector(I64, -1);
  private static final IntegerInput UNKNOWN = IntegerInput.unknown(I64, PartialShape.parse("[]"));

  private static SplitOperation variadic(
      PartialShape data, ElementType type, IntegerInput axis, IntegerInput lengths) {
    return SplitOperation.variadicSplit(data, type, axis, lengths);
  }

  private static SplitPlan plan(ElementType type, Cut cut, long... extents) {
    return SplitPlan.of(Layout.of(type, extents), 0, cut);
  }

  private static void refuses(Object what, String words, Stream<Runnable> calls) {
    calls.forEach(
        call -> {
          long before = Allocated.bytes();
          assertThatIllegalArgumentException()
              .as("%s", what)
              .isThrownBy(call::run)
              .withMessageContaining(words);
          assertThat(Allocated.bytes() - before).as("bytes allocated").isLessThan(16 << 20);
        });
  }

  /// None is right on any axis.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-2,8",
        "-1,-1,6",
        "-1,-1,-2",
        "-9223372036854775808,6,0",
        "-9223372036854775808,-9223372036854775808,6",
        "-9223372036854775808,9223372036854775807,7",
        "9223372036854775807,9223372036854775807,8",
        "9223372036854775807,9223372036854775807,8,-1",
        "9223372036854775807,1,-1",
        "4611686018427387904,4611686018427387904,4611686018427387904,4611686018427387904,6",
        "6,-3,3"
      })
  void lengthsAreRefusedInAnyOrderWhateverElseIsUnknown(String lengths) {
    refusesInAnyOrder(CutTest.numbers(lengths), 0, "6", "?", "2..6", "...");
  }

  /// The reference implementation accepts some of these on 6 and answers nonsense.
  @ParameterizedTest
  @ValueSource(strings = {"4,3,-1", "5,3,-1", "7,-1,0", "9223372036854775807,-1"})
  void aRestIsNeverNegative(String lengths) {
    refusesInAnyOrder(CutTest.numbers(lengths), 0, "6", "2..6");
  }

  private static void refusesInAnyOrder(long[] values, int from, String... shapes) {
    if (from == values.length) {
      IntegerInput input = IntegerInput.vector(I64, values);
      for (String shape : shapes) {
        PartialShape data = PartialShape.parse(shape);
        refuses(input, "", Stream.of(() -> variadic(data, U8, AXIS, input).infer()));
        if (shapes.length > 2) {
          refuses(input, "", Stream.of(() -> variadic(data, U8, UNKNOWN, input).infer()));
        }
      }
      refuses(input, "", Stream.of(() -> plan(U8, Cut.byLengths(values), 6)));
    }
    for (int i = from; i < values.length; i++) {
      long[] order = values.clone();
      order[from] = values[i];
      order[i] = values[from];
      refusesInAnyOrder(order, from + 1, shapes);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {(1 << 24) + 1, Integer.MAX_VALUE, 1L << 31, 1L << 32, 1L << 62})
  void tooManyPartsAreRefused(long count) {
    PartialShape unranked = PartialShape.unknownRank();
    PartialShape huge = PartialShape.parse("9223372036854775807");
    IntegerInput lengths = IntegerInput.unknown(I64, PartialShape.of(count));
    refuses(
        count,
        "at most 16777216 parts, not %d; split in two steps".formatted(count),
        Stream.of(
            () -> plan(U1, Cut.intoEqualParts(count), Long.MAX_VALUE),
            () -> plan(U1, Cut.intoEqualParts(count), 0),
            () -> plan(U1, Cut.nearlyEqual(count), Long.MAX_VALUE),
            () -> plan(U1, Cut.nearlyEqual(count), 6),
            () -> plan(U1, Cut.inChunksOf(1), count),
            () -> SplitOperation.split(unranked, U1, AXIS, count).infer(),
            () -> SplitOperation.split(huge, U1, AXIS, count).infer(),
            () -> SplitOperation.split(huge, U1, AXIS, count).plan(),
            () -> variadic(unranked, U1, AXIS, lengths).infer(),
            () -> variadic(huge, U1, AXIS, lengths).infer()));
  }

  /// A tensor's size in bits fits a signed 64-bit number.
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"STRING", "U1"})
  void oneElementMoreIsRefused(ElementType type) {
    long elements = Long.MAX_VALUE / type.bits() + 1;
    PartialShape data = PartialShape.of(Shape.of(elements, 1));
    refuses(
        type,
        elements + " elements of " + type + " take more than 9223372036854775807 bits; split a",
        Stream.of(
            () -> type.bytes(elements),
            () -> plan(type, Cut.byLengths(-1), elements, 1),
            () -> plan(type, Cut.inChunksOf(1), elements, 1),
            () -> plan(type, Cut.atIndices(1), elements, 1),
            () -> plan(type, Cut.nearlyEqual(1), elements, 1),
            () -> plan(type, Cut.intoEqualParts(1), elements, 1),
            () -> variadic(data, type, AXIS, ALL).infer(),
            () -> variadic(data, type, AXIS, ALL).plan(),
            () -> variadic(data, type, UNKNOWN, ALL).infer(),
            () -> SplitOperation.split(data, type, AXIS, 1).infer(),
            () -> SplitOperation.split(data, type, AXIS, 1).plan(),
            () -> SplitOperation.split(data, type, UNKNOWN, 1).infer()));
  }
}
