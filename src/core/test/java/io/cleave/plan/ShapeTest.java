package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Refusal;
import io.cleave.TableTest;
import io.cleave.operation.PartialShape;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeTest {
  @TableTest(
      """
      ''                  | []      | 1
      []                  | []      | 1
      32,512,3072         | [32, 512, 3072] | 50331648
      ' [ 32 ,512, 3072] '| [32, 512, 3072] | 50331648
      4611686018427387904,0,4611686018427387904 | [4611686018427387904, 0, 4611686018427387904] | 0
      0,9223372036854775807,2 | [0, 9223372036854775807, 2] | 0
      9223372036854775807     | [9223372036854775807]       | 9223372036854775807
      4294967296,2147483647   | [4294967296, 2147483647]    | 9223372032559808512
      """)
  void isReadCountedAndPrinted(String text, String printed, long elements) {
    Shape shape = Shape.parse(text);
    assertThat(shape).hasToString(printed).isEqualTo(Shape.parse(printed));
    assertThat(shape.elements()).isEqualTo(elements);
    assertThat(shape).isEqualTo(Shape.of(shape.extents())).hasSameHashCodeAs(Shape.parse(printed));
  }

  @Test
  void extentsAreListedOutermostFirst() {
    Shape shape = Shape.of(32, 512, 3072);
    assertThat(shape.rank()).isEqualTo(3);
    assertThat(LongStream.of(0, 2, -1, -3).map(axis -> shape.extent((int) axis)))
        .containsExactly(32L, 3072L, 3072L, 32L);
  }

  @ParameterizedTest
  @ValueSource(ints = {-4, 3, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void anAxisThatDoesNotExistIsRefused(int axis) {
    Refusal.refuses(
        () -> Shape.of(2, 4, 3).extent(axis),
        "axis %s must lie in -3..2 for shape [2, 4, 3]".formatted(axis));
    assertThatIllegalArgumentException().isThrownBy(() -> PartialShape.parse("2,?,3").min(axis));
  }

  @Test
  void isImmutable() {
    long[] extents = {2, 3};
    Shape shape = Shape.of(extents);
    extents[0] = 9;
    shape.extents()[1] = 9;
    assertThat(shape).isEqualTo(Shape.of(2, 3));
  }

  @TableTest(
      """
      ?       | dimension "?" cannot be read
      ...     | dimension "..." cannot be read
      2..6    | dimension "2..6" cannot be read
      2,      | dimension "" cannot be read
      +2      | dimension "+2" cannot be read; write a number up to 9223372036854775807
      0,-1    | has the extent -1; an extent must be 0 or more
      0,-9223372036854775808 | has the extent -9223372036854775808
      4611686018427387904,2  | [4611686018427387904, 2] has more than 9223372036854775807
      4294967296,2147483648  | has more than 9223372036854775807 elements; split a smaller tensor
      4294967296,4294967296  | has more than 9223372036854775807 elements
      9223372036854775807,9223372036854775807 | has more than 9223372036854775807 elements
      6148914691236517205,3,1,1 | has more than 9223372036854775807 elements
      """)
  void refuses(String text, String words) {
    Refusal.refuses(
        () -> {
          Shape _ = text.contains("-") ? Shape.of(CutTest.numbers(text)) : Shape.parse(text);
        },
        words);
  }

  @Test
  void anyRankIsReadAndALongOneIsPrintedInShort() {
    long[] extents = LongStream.range(0, 1000).toArray();
    Shape shape = Shape.parse(Arrays.toString(extents));
    assertThat(shape).isEqualTo(Shape.of(extents));
    assertThat(shape.toString()).startsWith("[0, 1, 2, ").endsWith(", 31, ... 1000 in all]");
    assertThat(Shape.of(LongStream.range(0, 32).toArray()).toString()).endsWith(", 30, 31]");
  }
}
