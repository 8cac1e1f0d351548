package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.operation.PartialShape;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeTest {
  private static final long HUGE = 1L << 62;

  @Test
  void aScalarHasRank0AndOneElement() {
    Shape scalar = Shape.of();
    assertThat(scalar.rank()).isZero();
    assertThat(scalar.elements()).isOne();
    assertThat(scalar).hasToString("[]").isEqualTo(Shape.parse("")).isEqualTo(Shape.parse("[]"));
  }

  @Test
  void extentsAreListedOutermostFirst() {
    Shape shape = Shape.of(32, 512, 3072);
    assertThat(shape.rank()).isEqualTo(3);
    assertThat(shape.extent(0)).isEqualTo(32);
    assertThat(shape.extent(2)).isEqualTo(3072);
    assertThat(shape.extent(-1)).isEqualTo(3072);
    assertThat(shape.extent(-3)).isEqualTo(32);
    assertThat(shape.elements()).isEqualTo(32L * 512 * 3072);
    assertThat(shape).hasToString("[32, 512, 3072]");
  }

  @ParameterizedTest
  @ValueSource(ints = {-4, 3, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void anAxisThatDoesNotExistIsRefused(int axis) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shape.of(2, 4, 3).extent(axis))
        .withMessage("axis %s must lie in -3..2 for shape [2, 4, 3]", axis);
    assertThatIllegalArgumentException().isThrownBy(() -> PartialShape.parse("2,?,3").min(axis));
  }

  @Test
  void isAValueThatNobodyCanChange() {
    long[] extents = {2, 3};
    Shape shape = Shape.of(extents);
    extents[0] = 9;
    shape.extents()[1] = 9;
    assertThat(shape).isEqualTo(Shape.of(2, 3)).hasSameHashCodeAs(Shape.of(2, 3));
    assertThat(shape).isNotEqualTo(Shape.of(3, 2)).isNotEqualTo(Shape.of(2, 3, 1));
    assertThat(shape).isNotEqualTo(Shape.of(6));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          7                   | [7]
          [7]                 | [7]
          32,512,3072         | [32, 512, 3072]
          ' [ 32 ,512, 3072] '| [32, 512, 3072]
          0                   | [0]
          9223372036854775807 | [9223372036854775807]
          """)
  void reads(String text, String printed) {
    assertThat(Shape.parse(text)).hasToString(printed);
    assertThat(Shape.parse(printed)).isEqualTo(Shape.parse(text));
  }

  @ParameterizedTest
  @CsvSource({"?, ?", "'2,?', ?", "..., ...", "2..6, 2..6", "'[3,2..]', 2..", "'2,', ''", "+2, +2"})
  void refusesTextThatIsNoNumber(String text, String extent) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shape.parse(text))
        .withMessage(
            "dimension \"%s\" cannot be read; write a number up to 9223372036854775807", extent);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, -2, Long.MIN_VALUE})
  void negativeExtentsAreRefusedEvenBesideAnEmptyOne(long extent) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shape.of(0, extent))
        .withMessage("shape [0, %1$d] has the extent %1$d; an extent must be 0 or more", extent);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4611686018427387904,2",
        "4294967296,2147483648",
        "4294967296,4294967296",
        "4294967296,4294967296,1",
        "3037000500,3037000500",
        "9223372036854775807,9223372036854775807",
        "2,2,4611686018427387904",
        "6148914691236517205,3,1,1",
      })
  void moreElementsThanASigned64BitNumberHoldsAreRefused(String extents) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shape.parse(extents))
        .withMessage(
            "shape [%s] has more than 9223372036854775807 elements; split a smaller tensor",
            extents.replace(",", ", "));
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775807, 9223372036854775807",
    "'1,9223372036854775807,1', 9223372036854775807",
    "'4611686018427387904,1', 4611686018427387904",
    "'4294967296,2147483647', 9223372032559808512",
    "'3037000499,3037000499', 9223372030926249001",
  })
  void asManyAsThatAreCounted(String extents, long elements) {
    assertThat(Shape.parse(extents).elements()).isEqualTo(elements);
  }

  @Test
  void anEmptyShapeMayHaveHugeExtentsAnywhere() {
    assertThat(Shape.of(HUGE, HUGE, 0).elements()).isZero();
    assertThat(Shape.of(HUGE, 0, HUGE).elements()).isZero();
    assertThat(Shape.of(0, HUGE, HUGE).elements()).isZero();
    assertThat(Shape.of(0, Long.MAX_VALUE, Long.MAX_VALUE).extent(1)).isEqualTo(Long.MAX_VALUE);
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
