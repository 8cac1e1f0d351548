package io.cleave.operation;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Accepted inputs of VariadicSplit, and the shapes inferred from them.
class VariadicSplitTest {

  /// `"2,-1"` as a list of the type.
  static IntegerInput lengths(ElementType type, String values) {
    return IntegerInput.vector(
        type,
        values.isEmpty()
            ? new long[0]
            : Arrays.stream(values.split(",")).mapToLong(Long::parseLong).toArray());
  }

  private static String infer(String data, long axis, String lengths) {
    return SplitOperation.variadicSplit(
            PartialShape.parse(data), F32, IntegerInput.scalar(I64, axis), lengths(I64, lengths))
        .infer()
        .toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          6,12,10,24 | 0  | 1,2,3        | [[1, 12, 10, 24], [2, 12, 10, 24], [3, 12, 10, 24]]
          6,12,10,24 | 0  | -1,2         | [[4, 12, 10, 24], [2, 12, 10, 24]]
          4,6,8      | 1  | 2,-1         | [[4, 2, 8], [4, 4, 8]]
          4,6,8      | -2 | 2,-1         | [[4, 2, 8], [4, 4, 8]]
          4,6,8      | -3 | 4            | [[4, 6, 8]]
          4,6,8      | -1 | -1           | [[4, 6, 8]]
          7          | 0  | 3,4,-1       | [[3], [4], [0]]
          7          | 0  | 3,-1,4       | [[3], [0], [4]]
          7          | 0  | -1,3,4       | [[0], [3], [4]]
          7          | 0  | 0,0,7,0      | [[0], [0], [7], [0]]
          2,0        | 1  | 0,0          | [[2, 0], [2, 0]]
          2,0        | 1  | -1           | [[2, 0]]
          0,3        | 1  | 1,2          | [[0, 1], [0, 2]]
          2,0        | 1  | ''           | []
          9223372036854775807,0 | 0 | 9223372036854775806,-1 | \
          [[9223372036854775806, 0], [1, 0]]
          4,?,2..6   | 0  | 1,-1         | [[1, ?, 2..6], [3, ?, 2..6]]
          """)
  void infersTheShapes(String data, long axis, String lengths, String shapes) {
    assertThat(infer(data, axis, lengths)).isEqualTo(shapes);
  }

  @ParameterizedTest
  @EnumSource(names = {"I4", "I8", "I16", "I32", "I64", "U4", "U8", "U16", "U32", "U64"})
  void axisAndLengthsMayBeOfDifferentIntegerTypes(ElementType type) {
    for (ElementType other : ElementType.values()) {
      if (other.holdsIndices()) {
        var axis = IntegerInput.scalar(type, 1);
        var lengths = IntegerInput.vector(other, 1, 3, 2);
        assertThat(
                SplitOperation.variadicSplit(PartialShape.parse("4,6"), F32, axis, lengths).infer())
            .hasToString("[[4, 1], [4, 3], [4, 2]]");
        assertThat(
                SplitOperation.variadicSplit(PartialShape.of(Shape.of(4, 6)), F32, axis, lengths)
                    .plan())
            .isEqualTo(SplitPlan.of(Layout.of(F32, 4, 6), 1, Cut.byLengths(1, 3, 2)));
      }
    }
  }

  @Test
  void theAxisMayBeAListOfOne() {
    var axis = IntegerInput.vector(I64, -1);
    var lengths = IntegerInput.vector(I64, 2, 4);
    assertThat(SplitOperation.variadicSplit(PartialShape.parse("4,6"), F32, axis, lengths).infer())
        .hasToString("[[4, 2], [4, 4]]");
    assertThat(
            SplitOperation.variadicSplit(PartialShape.of(Shape.of(4, 6)), F32, axis, lengths)
                .plan()
                .axis())
        .isEqualTo(1);
  }

  @Test
  void theLargestU64ThatAnAxisCanHaveIsALength() {
    var axis = IntegerInput.scalar(ElementType.U64, 0);
    var lengths = IntegerInput.vector(ElementType.U64, Long.MAX_VALUE);
    assertThat(
            SplitOperation.variadicSplit(
                    PartialShape.parse("9223372036854775807"), ElementType.U1, axis, lengths)
                .infer())
        .hasToString("[[9223372036854775807]]");
  }

  @RandomTest(gate = 3, thorough = 100)
  void infersAndPlansTheSame(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      long[] extents = random.longs(1 + random.nextInt(4), 0, 9).toArray();
      int axis = random.nextInt(extents.length);
      long[] lengths = anyLengths(random, extents[axis]);
      var axisInput = IntegerInput.scalar(I64, random.nextBoolean() ? axis : axis - extents.length);
      var lengthsInput = IntegerInput.vector(I64, lengths);
      Shape shape = Shape.of(extents);
      assertThat(
              SplitOperation.variadicSplit(PartialShape.of(shape), F32, axisInput, lengthsInput)
                  .plan()
                  .parts()
                  .stream()
                  .map(part -> PartialShape.of(part.shape())))
          .as("seed %d: %s, axis %d, lengths %s", seed, shape, axis, Arrays.toString(lengths))
          .isEqualTo(
              SplitOperation.variadicSplit(PartialShape.of(shape), F32, axisInput, lengthsInput)
                  .infer());
    }
  }

  private static long[] anyLengths(Random random, long extent) {
    long[] lengths = new long[1 + random.nextInt(5)];
    long left = extent;
    for (int i = 0; i < lengths.length - 1; i++) {
      lengths[i] = random.nextLong(left + 1);
      left -= lengths[i];
    }
    lengths[lengths.length - 1] = left;
    if (random.nextBoolean()) {
      lengths[random.nextInt(lengths.length)] = -1;
    }
    return lengths;
  }
}
