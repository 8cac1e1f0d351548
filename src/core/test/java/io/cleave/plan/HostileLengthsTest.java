package io.cleave.plan;

import static io.cleave.plan.ElementType.I64;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Lists that a check in another order, or a sum that wraps around, would let through.
class HostileLengthsTest {
  private static final long MAX = Long.MAX_VALUE;
  private static final long MIN = Long.MIN_VALUE;

  /// None is right on any axis.
  static Stream<long[]> wrongEverywhere() {
    return Stream.of(
        new long[] {-2, 8},
        new long[] {-1, -1, 6},
        new long[] {-1, -1, -2},
        new long[] {MIN, 6, 0},
        new long[] {MIN, MIN, 6},
        new long[] {MIN, MAX, 7},
        new long[] {MAX, MAX, 8},
        new long[] {MAX, MAX, 8, -1},
        new long[] {MAX, 1, -1},
        new long[] {1L << 62, 1L << 62, 1L << 62, 1L << 62, 6},
        new long[] {6, -3, 3});
  }

  @ParameterizedTest
  @MethodSource("wrongEverywhere")
  void areRefusedInAnyOrderWhateverElseIsUnknown(long... lengths) {
    forEachOrder(
        lengths,
        0,
        order -> {
          for (String data : new String[] {"6", "?", "2..6", "..."}) {
            refuses(data, IntegerInput.scalar(I64, 0), order);
            refuses(data, IntegerInput.unknown(I64, PartialShape.parse("[]")), order);
          }
          assertThatIllegalArgumentException()
              .as(Arrays.toString(order))
              .isThrownBy(() -> SplitPlan.of(Layout.of(U8, 6), 0, Cut.byLengths(order)));
        });
  }

  /// The reference implementation accepts both on 6 and answers nonsense.
  static Stream<long[]> moreThanSixBesideTheRest() {
    return Stream.of(
        new long[] {4, 3, -1}, new long[] {5, 3, -1}, new long[] {7, -1, 0}, new long[] {MAX, -1});
  }

  @ParameterizedTest
  @MethodSource("moreThanSixBesideTheRest")
  void aRestIsNeverNegative(long... lengths) {
    forEachOrder(
        lengths,
        0,
        order -> {
          refuses("6", IntegerInput.scalar(I64, 0), order);
          refuses("2..6", IntegerInput.scalar(I64, 0), order);
          assertThatIllegalArgumentException()
              .as(Arrays.toString(order))
              .isThrownBy(() -> SplitPlan.of(Layout.of(U8, 6), 0, Cut.byLengths(order)));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 500, 999})
  void theWrongOneOfAThousandIsNamed(int index) {
    long[] lengths = new long[1000];
    lengths[index] = MIN;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitPlan.of(Layout.of(U8, 0), 0, Cut.byLengths(lengths)))
        .withMessageStartingWith("length %d at index %d must be 0 or more", MIN, index);
  }

  private static void refuses(String data, IntegerInput axis, long[] lengths) {
    assertThatIllegalArgumentException()
        .as("%s by %s", data, Arrays.toString(lengths))
        .isThrownBy(
            () ->
                SplitOperation.variadicSplit(
                        PartialShape.parse(data), U8, axis, IntegerInput.vector(I64, lengths))
                    .infer());
  }

  private interface Check {
    void accept(long[] order);
  }

  private static void forEachOrder(long[] values, int from, Check check) {
    if (from == values.length) {
      check.accept(values.clone());
    }
    for (int i = from; i < values.length; i++) {
      swap(values, from, i);
      forEachOrder(values, from + 1, check);
      swap(values, from, i);
    }
  }

  private static void swap(long[] values, int i, int j) {
    long value = values[i];
    values[i] = values[j];
    values[j] = value;
  }
}
