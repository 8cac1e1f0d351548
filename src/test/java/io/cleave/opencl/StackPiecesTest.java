package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import org.junit.jupiter.api.Test;

class StackPiecesTest {
  private static StackedPlan planes(ElementType type, long images, long pixels) {
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(images, pixels, 2), type, -1, 2);
    boolean isWhole = type.bits() >= Byte.SIZE;
    return (isWhole ? plan : plan.converted(Conversion.to(ElementType.F16))).stacked(1, 0, 1);
  }

  /// One for each image.
  @Test
  void areSplitsOfTheirOwn() {
    StackedPlan plan = planes(ElementType.U8, 3, 5);
    StackPieces pieces = StackPieces.of(plan).orElseThrow();
    assertThat(pieces.count()).isEqualTo(3);
    assertThat(pieces.piece().rows()).isEqualTo(5);
    assertThat(pieces.dataAt(2)).isEqualTo(2 * 5 * 2);
    assertThat(pieces.partAt(pieces.piece().part(1), 2)).isEqualTo(2 * 5 * 2 + 5);
  }

  /// An image that ends within a byte is followed by the next one there.
  @Test
  void areThereOnlyIfTheyAreWholeBytes() {
    assertThat(StackPieces.of(planes(ElementType.U4, 3, 5)))
        .get()
        .extracting("count")
        .isEqualTo(3L);
    assertThat(StackPieces.of(planes(ElementType.U2, 3, 5))).isEmpty();
    assertThat(StackPieces.of(planes(ElementType.U1, 2, 6))).isEmpty();
    assertThat(StackPieces.of(planes(ElementType.U1, 2, 8))).isPresent();
  }

  @Test
  void areNoneOfNothing() {
    StackPieces pieces = StackPieces.of(planes(ElementType.U8, 0, 5)).orElseThrow();
    assertThat(pieces.count()).isZero();
    assertThat(pieces.piece().rows()).isZero();
  }

  /// Where there is one alone, or it has 64 KiB, a launch pays.
  @Test
  void areLargeFromALaunchOn() {
    assertThat(StackPieces.of(planes(ElementType.U8, 1, 5))).get().matches(StackPieces::areLarge);
    assertThat(StackPieces.of(planes(ElementType.U8, 2, 1 << 15)))
        .get()
        .matches(StackPieces::areLarge);
    assertThat(StackPieces.of(planes(ElementType.U8, 2, (1 << 15) - 1)))
        .get()
        .matches(pieces -> !pieces.areLarge());
  }
}
