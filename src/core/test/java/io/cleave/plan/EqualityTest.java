package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Caches find plans, and whatever was prepared for them, by equality. So two values are equal if
/// they say the same, and only then: the values of a list differ in one thing each.
class EqualityTest {
  private static final Conversion CAST = Conversion.to(ElementType.F32);

  private static SplitPlan bytes(Conversion conversion) {
    return moved(3, 3).converted(conversion);
  }

  private static double[] each(double... values) {
    return values;
  }

  private static SplitPlan moved(long... lengths) {
    return of(Shape.of(4, 6), lengths);
  }

  private static SplitPlan of(Shape shape, long... lengths) {
    return SplitPlan.of(Layout.of(ElementType.U8, shape), 1, Cut.byLengths(lengths));
  }

  static Stream<Supplier<List<?>>> lists() {
    return Stream.of(
        () ->
            List.of(
                moved(3, 3),
                moved(2, 4),
                moved(3, 3, 0),
                of(Shape.of(5, 6), 3, 3),
                of(Shape.of(6, 6), 3, 3),
                SplitPlan.of(Layout.of(ElementType.U8, 6, 6), 0, Cut.byLengths(3, 3)),
                SplitPlan.of(Layout.of(ElementType.I8, 4, 6), 1, Cut.byLengths(3, 3)),
                moved(3, 3).only(0),
                moved(3, 3).only(1),
                moved(3, 3).only(),
                "a plan"),
        () ->
            List.of(
                moved(3, 3),
                bytes(CAST),
                bytes(Conversion.to(ElementType.F16)),
                bytes(CAST.scaled(2, 0)),
                bytes(CAST.scaled(3, 0)),
                bytes(CAST.scaled(2, 1)),
                bytes(CAST.scaled(2, 2)),
                bytes(CAST.scaled(each(2, 3), each(0))),
                bytes(CAST.scaled(each(2), each(1, 2))),
                bytes(CAST.dequantized(each(2))),
                bytes(CAST.dequantized(each(3))),
                bytes(CAST.dequantized(each(2), 1)),
                bytes(CAST.dequantized(each(2), 2))),
        () ->
            List.of(
                moved(3, 3).stacked(0),
                moved(3, 3).stacked(1),
                moved(3, 3).only(1, 0).stacked(0),
                moved(3, 3).only(1).stacked(0),
                moved(3, 3).joined(0),
                moved(3, 3).joined(1),
                moved(2, 4).joined(1),
                moved(3, 3),
                // Of alike slices, in another shape.
                SplitPlan.of(Layout.of(ElementType.U8, 1, 4, 6), 2, Cut.byLengths(3, 3))
                    .stacked(0)),
        () ->
            List.of(
                moved(3, 3).stacked(0).geometry(),
                moved(3, 3).only(1, 0).stacked(0).geometry(),
                moved(3, 3).stacked(1).geometry(),
                moved(2, 4).joined(1).geometry(),
                of(Shape.of(4, 5), 2, 3).joined(1).geometry(),
                moved(4, 2).only(1, 0).joined(1).geometry(),
                moved(3, 3).geometry(),
                moved(3, 3).converted(CAST).geometry(),
                "loops"),
        () ->
            List.of(
                Layout.of(ElementType.U8, 4, 6),
                Layout.of(ElementType.I8, 4, 6),
                Layout.of(ElementType.U8, 24),
                Layout.of(ElementType.U8, 4, 6).pitched(0, 8),
                Layout.of(ElementType.U8, 4, 6).pitched(0, 9),
                Layout.of(ElementType.U8, 5, 6).cropped(0, 0, 4),
                Layout.of(ElementType.U8, 5, 6).cropped(0, 1, 4),
                "u8 [4, 6]"),
        () ->
            List.of(moved(3, 3).part(0), moved(3, 3).part(1), moved(3, 3, 0).part(0), moved(3, 3)),
        () ->
            List.of(
                CAST,
                CAST.scaled(1, 0),
                CAST.scaled(2, 0),
                CAST.scaled(2, 1),
                CAST.dequantized(each(2)),
                CAST.dequantized(each(3)),
                CAST.dequantized(each(2), 1),
                Conversion.to(ElementType.F16),
                "to f32, cast"),
        () ->
            List.of(
                CAST.rule(0),
                CAST.scaled(2, 0).rule(0),
                CAST.scaled(2, 1).rule(0),
                CAST.dequantized(each(2)).rule(0)),
        () ->
            List.of(
                Cut.byLengths(3),
                Cut.byLengths(1, -1),
                Cut.intoEqualParts(3),
                Cut.inChunksOf(3),
                Cut.atIndices(3),
                Cut.atIndices(1, -1),
                Cut.nearlyEqual(3),
                Cut.nearlyEqual(4)),
        () ->
            List.of(
                Shape.of(), Shape.of(1), Shape.of(1, 1), Shape.of(2), PartialShape.of(Shape.of(2))),
        () ->
            List.of(
                PartialShape.unknownRank(),
                PartialShape.parse("?"),
                PartialShape.parse("2"),
                PartialShape.parse("2,3"),
                Shape.of(2)),
        () ->
            List.of(
                IntegerInput.of(ElementType.I64, Shape.of(2), 1, 2),
                IntegerInput.of(ElementType.I64, Shape.of(2), 1, 3),
                IntegerInput.of(ElementType.I32, Shape.of(2), 1, 2),
                IntegerInput.of(ElementType.I64, Shape.of(2, 1), 1, 2),
                IntegerInput.unknown(ElementType.I64, PartialShape.of(Shape.of(2))),
                "1 2"));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void valuesAreEqualIfTheySayTheSame(Supplier<List<?>> values) {
    List<?> once = values.get();
    List<?> again = values.get();
    for (int i = 0; i < once.size(); i++) {
      for (int j = 0; j < again.size(); j++) {
        assertThat(once.get(i).equals(again.get(j)))
            .as("%s and %s", once.get(i), again.get(j))
            .isEqualTo(i == j);
      }
      assertThat(once.get(i).hashCode()).as("%s", once.get(i)).isEqualTo(again.get(i).hashCode());
    }
  }
}
