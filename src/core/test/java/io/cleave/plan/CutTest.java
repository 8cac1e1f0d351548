package io.cleave.plan;

import static io.cleave.Refusal.refuses;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U1;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Allocated;
import io.cleave.TableTest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The documented meanings of NumPy, PyTorch, TensorFlow and ONNX, as tables.
class CutTest {
  enum Way {
    LENGTHS,
    EQUAL,
    CHUNKS,
    INDICES,
    NEARLY_EQUAL;

    Cut of(long... numbers) {
      return switch (this) {
        case LENGTHS -> Cut.byLengths(numbers);
        case EQUAL -> Cut.intoEqualParts(numbers[0]);
        case CHUNKS -> Cut.inChunksOf(numbers[0]);
        case INDICES -> Cut.atIndices(numbers);
        case NEARLY_EQUAL -> Cut.nearlyEqual(numbers[0]);
      };
    }
  }

  static long[] numbers(String list) {
    return Stream.of(list.split(","))
        .filter(number -> !number.isEmpty())
        .mapToLong(Long::parseLong)
        .toArray();
  }

  private static SplitPlan plan(long extent, Cut cut) {
    return SplitPlan.of(Layout.of(U1, extent), 0, cut);
  }

  @TableTest(
      """
      LENGTHS | 5 | 2,3    | 2,3
      LENGTHS | 5 | -1,2   | 3,2
      LENGTHS | 5 | 5,-1   | 5,0
      LENGTHS | 0 | ''     | ''
      EQUAL   | 9 | 3      | 3,3,3
      EQUAL   | 4 | 4      | 1,1,1,1
      CHUNKS  | 10 | 3     | 3,3,3,1
      CHUNKS  | 0 | 3      | 0
      CHUNKS  | 5 | 9223372036854775807 | 5
      CHUNKS  | 9223372036854775807 | 4611686018427387904 | 4611686018427387904,4611686018427387903
      INDICES | 9 | 2,5    | 2,3,4
      INDICES | 8 | 3,5,6,10 | 3,2,1,2,0
      INDICES | 9 | ''     | 9
      INDICES | 9 | 4,4    | 4,0,5
      INDICES | 9 | -9,-1  | 0,8,1
      INDICES | 9 | 3,-3,100 | 3,3,3,0
      INDICES | 9 | -9223372036854775808,9223372036854775807 | 0,9,0
      INDICES | 0 | 0,1,-1 | 0,0,0,0
      NEARLY_EQUAL | 7 | 3 | 3,2,2
      NEARLY_EQUAL | 3 | 5 | 1,1,1,0,0
      NEARLY_EQUAL | 9223372036854775807 | 2 | 4611686018427387904,4611686018427387903
      """)
  void givesLengths(Way way, long extent, String numbers, String lengths) {
    Cut cut = way.of(numbers(numbers));
    assertThat(plan(extent, cut).lengths()).containsExactly(numbers(lengths));
    assertThat(cut.count(extent)).isEqualTo(numbers(lengths).length);
  }

  @TableTest(
      """
      INDICES | 5,2    | index 2 is before its predecessor
      INDICES | -1,7   | index 7 is before its predecessor
      EQUAL   | 2      | 9
      EQUAL   | 0      | must be 1 or more, not 0
      CHUNKS  | 0      | must be 1 or more long, not 0
      NEARLY_EQUAL | 0 | must be 1 or more, not 0
      EQUAL   | -9223372036854775808 | must be 1 or more, not -9223372036854775808
      CHUNKS  | -9223372036854775808 | must be 1 or more long, not -9223372036854775808
      NEARLY_EQUAL | -9223372036854775808 | must be 1 or more, not -9223372036854775808
      """)
  void isRefusedOfNine(Way way, String numbers, String words) {
    refuses(() -> plan(9, way.of(numbers(numbers))), words);
  }

  private static List<Cut> halves() {
    return List.of(
        Cut.byLengths(2, 2),
        Cut.intoEqualParts(2),
        Cut.inChunksOf(2),
        Cut.atIndices(2),
        Cut.nearlyEqual(2));
  }

  @Test
  void takesANegativeAxis() {
    SplitPlan first = SplitPlan.of(Layout.of(F32, 4, 6), 0, Cut.byLengths(2, -1));
    assertThat(halves())
        .allSatisfy(
            cut ->
                assertThat(SplitPlan.of(Layout.of(F32, 4, 6), -2, cut))
                    .isEqualTo(first)
                    .hasSameHashCodeAs(first));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, -3, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void refusesAnAxisThatTheShapeDoesNotHave(int axis) {
    for (Cut cut : halves()) {
      String rule = "axis %s must lie in -2..1 for shape [4, 6]".formatted(axis);
      refuses(() -> SplitPlan.of(Layout.of(F32, 4, 6), axis, cut), rule);
    }
  }

  @Test
  void saysHowItCuts() {
    assertThat(Cut.byLengths(1, -1)).hasToString("by lengths [1, -1]");
    assertThat(Cut.nearlyEqual(3)).hasToString("into nearly equal parts [3]");
  }

  @Test
  void copiesTheCallersArrays() {
    long[] lengths = {2, -1};
    long[] indices = {2};
    Cut first = Cut.byLengths(lengths);
    Cut second = Cut.atIndices(indices);
    Arrays.fill(lengths, 9);
    Arrays.fill(indices, 9);
    SplitPlan byLengths = plan(6, first);
    SplitPlan atIndices = plan(6, second);
    byLengths.lengths()[0] = 9;
    assertThat(byLengths).isEqualTo(atIndices);
    assertThat(byLengths.lengths()).containsExactly(2, 4);
  }

  /// More memory is needed in proportion to the parts only.
  @Test
  void takesLittleMemory() {
    planning(1000);
    long thousand = planning(1000);
    long eight = planning(8000);
    assertThat(thousand).as("bytes allocated for 1000 parts").isLessThan(64_000);
    assertThat(eight).as("bytes allocated for 8000 parts").isLessThan(9 * thousand);
  }

  private static long planning(int parts) {
    long[] lengths = new long[parts];
    Arrays.fill(lengths, 3);
    lengths[parts / 2] = -1;
    long before = Allocated.bytes();
    SplitPlan plan = SplitPlan.of(Layout.of(F32, 4, 3L * parts, 8), 1, Cut.byLengths(lengths));
    assertThat(plan.partCount()).isEqualTo(parts);
    return Allocated.bytes() - before;
  }
}
