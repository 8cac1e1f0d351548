package io.cleave.plan;

import static io.cleave.plan.ElementType.F32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The documented meanings of NumPy, PyTorch, TensorFlow and ONNX, as tables.
class WaysToCutTest {
  static long[] numbers(String list) {
    return list.isEmpty()
        ? new long[0]
        : Arrays.stream(list.split(",")).mapToLong(Long::parseLong).toArray();
  }

  private static void hasLengths(SplitPlan plan, String lengths) {
    assertThat(plan.lengths()).containsExactly(numbers(lengths));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          5 | 2,3    | 2,3
          5 | 2,-1   | 2,3
          5 | -1,2   | 3,2
          5 | 5,-1   | 5,0
          5 | 0,5,0  | 0,5,0
          0 | ''     | ''
          """)
  void byLengthsTakesOneRest(long extent, String lengths, String resolved) {
    hasLengths(SplitPlan.of(Layout.of(F32, extent), 0, Cut.byLengths(numbers(lengths))), resolved);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          9 | 3 | 3,3,3
          6 | 1 | 6
          4 | 4 | 1,1,1,1
          0 | 2 | 0,0
          """)
  void equalPartsDivideTheAxis(long extent, long count, String lengths) {
    hasLengths(SplitPlan.of(Layout.of(F32, extent), 0, Cut.intoEqualParts(count)), lengths);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10 | 3  | 3,3,3,1
          9  | 3  | 3,3,3
          2  | 3  | 2
          3  | 1  | 1,1,1
          0  | 3  | 0
          7  | 2  | 2,2,2,1
          5  | 9223372036854775807 | 5
          9223372036854775807 | 4611686018427387904 | 4611686018427387904,4611686018427387903
          """)
  void chunksLeaveAShorterLastOneAsTorchSplitDoes(long extent, long size, String lengths) {
    hasLengths(SplitPlan.of(Layout.of(ElementType.U1, extent), 0, Cut.inChunksOf(size)), lengths);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          9 | 2,5                  | 2,3,4
          8 | 3,5,6,10             | 3,2,1,2,0
          9 | ''                   | 9
          9 | 0                    | 0,9
          9 | 9                    | 9,0
          9 | 4,4                  | 4,0,5
          9 | -2                   | 7,2
          9 | -9,-1                | 0,8,1
          9 | -10                  | 0,9
          9 | 3,-3,100             | 3,3,3,0
          9 | -9223372036854775808,9223372036854775807 | 0,9,0
          0 | 0,1,-1               | 0,0,0,0
          """)
  void indicesCutBeforeThemAsNumpyAndTensorSplitDo(long extent, String indices, String lengths) {
    hasLengths(SplitPlan.of(Layout.of(F32, extent), 0, Cut.atIndices(numbers(indices))), lengths);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          5,2     | index 2 is before its predecessor
          -1,7    | index 7 is before its predecessor
          3,0     | index 0 is before its predecessor
          1,4,-6  | index -6 is before its predecessor
          """)
  void indicesThatDecreaseAreRefused(String indices, String words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitPlan.of(Layout.of(F32, 4, 9), 1, Cut.atIndices(numbers(indices))))
        .withMessageContaining("must not decrease along an axis of 9")
        .withMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          7  | 3 | 3,2,2
          8  | 3 | 3,3,2
          9  | 4 | 3,2,2,2
          5  | 2 | 3,2
          3  | 5 | 1,1,1,0,0
          0  | 2 | 0,0
          6  | 1 | 6
          9223372036854775807 | 2 | 4611686018427387904,4611686018427387903
          """)
  void nearlyEqualPartsPutTheLongerOnesFirstAsArraySplitDoes(
      long extent, long count, String lengths) {
    hasLengths(SplitPlan.of(Layout.of(ElementType.U1, extent), 0, Cut.nearlyEqual(count)), lengths);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void countsAndSizesBelow1AreRefused(long n) {
    Shape shape = Shape.of(6);
    for (ThrowingCallable cut :
        List.<ThrowingCallable>of(
            () -> SplitPlan.of(Layout.of(F32, shape), 0, Cut.intoEqualParts(n)),
            () -> SplitPlan.of(Layout.of(F32, shape), 0, Cut.nearlyEqual(n)),
            () -> SplitPlan.of(Layout.of(F32, shape), 0, Cut.inChunksOf(n)))) {
      assertThatIllegalArgumentException()
          .isThrownBy(cut)
          .withMessageContaining("must be 1 or more")
          .withMessageEndingWith("not %d", n);
    }
  }

  private static List<SplitPlan> halves(Shape shape, int axis) {
    return List.of(
        SplitPlan.of(Layout.of(F32, shape), axis, Cut.byLengths(2, 2)),
        SplitPlan.of(Layout.of(F32, shape), axis, Cut.intoEqualParts(2)),
        SplitPlan.of(Layout.of(F32, shape), axis, Cut.inChunksOf(2)),
        SplitPlan.of(Layout.of(F32, shape), axis, Cut.atIndices(2)),
        SplitPlan.of(Layout.of(F32, shape), axis, Cut.nearlyEqual(2)));
  }

  @Test
  void sayHowTheyCut() {
    assertThat(Cut.byLengths(1, -1)).hasToString("by lengths [1, -1]");
    assertThat(Cut.intoEqualParts(3)).hasToString("into equal parts [3]");
    assertThat(Cut.nearlyEqual(3)).hasToString("into nearly equal parts [3]");
  }

  @Test
  void eachTakesANegativeAxis() {
    assertThat(halves(Shape.of(4, 6), -2)).containsOnly(halves(Shape.of(4, 6), 0).getFirst());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, -3, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void noAxisThatTheShapeDoesNotHave(int axis) {
    Shape shape = Shape.of(4, 6);
    for (ThrowingCallable cut :
        List.<ThrowingCallable>of(
            () -> SplitPlan.of(Layout.of(F32, shape), axis, Cut.byLengths(6)),
            () -> SplitPlan.of(Layout.of(F32, shape), axis, Cut.intoEqualParts(2)),
            () -> SplitPlan.of(Layout.of(F32, shape), axis, Cut.inChunksOf(2)),
            () -> SplitPlan.of(Layout.of(F32, shape), axis, Cut.atIndices(2)),
            () -> SplitPlan.of(Layout.of(F32, shape), axis, Cut.nearlyEqual(2)))) {
      assertThatIllegalArgumentException()
          .isThrownBy(cut)
          .withMessage("axis " + axis + " must lie in -2..1 for shape [4, 6]");
    }
  }

  @Test
  void theCallersArraysAreCopied() {
    long[] lengths = {2, -1};
    long[] indices = {2};
    SplitPlan byLengths = SplitPlan.of(Layout.of(F32, 6), 0, Cut.byLengths(lengths));
    SplitPlan atIndices = SplitPlan.of(Layout.of(F32, 6), 0, Cut.atIndices(indices));
    Arrays.fill(lengths, 9);
    Arrays.fill(indices, 9);
    byLengths.lengths()[0] = 9;
    assertThat(byLengths).isEqualTo(atIndices);
    hasLengths(byLengths, "2,4");
  }
}
