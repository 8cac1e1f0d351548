package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Caches find plans, and whatever was prepared for them, by equality. So two values are equal if
/// they say the same, and only then: no two values of the list are equal, most differ in one thing.
class EqualityTest {
  private static final Conversion CAST = Conversion.to(ElementType.F32);

  private static double[] each(double... values) {
    return values;
  }

  private static SplitPlan moved(long... lengths) {
    return plan(Shape.of(4, 6), lengths);
  }

  private static SplitPlan plan(Shape shape, long... lengths) {
    return SplitPlan.of(Layout.of(ElementType.U8, shape), 1, Cut.byLengths(lengths));
  }

  private static List<Object> values() {
    List<Conversion> conversions =
        List.of(
            CAST,
            Conversion.to(ElementType.F16),
            CAST.scaled(1, 0),
            CAST.scaled(2, 0),
            CAST.scaled(2, 1),
            CAST.scaled(each(2, 3), each(0)),
            CAST.scaled(each(2), each(1, 2)),
            CAST.dequantized(each(2)),
            CAST.dequantized(each(3)),
            CAST.dequantized(each(2), 1));
    List<SplitPlan> plans =
        List.of(
            moved(3, 3),
            moved(2, 4),
            moved(3, 3, 0),
            plan(Shape.of(5, 6), 3, 3),
            plan(Shape.of(6, 6), 3, 3),
            SplitPlan.of(Layout.of(ElementType.U8, 6, 6), 0, Cut.byLengths(3, 3)),
            SplitPlan.of(Layout.of(ElementType.I8, 4, 6), 1, Cut.byLengths(3, 3)),
            moved(3, 3).only(0),
            moved(3, 3).only(1),
            moved(3, 3).only(),
            moved(3, 3).stacked(0),
            moved(3, 3).stacked(1),
            moved(3, 3).only(1, 0).stacked(0),
            moved(3, 3).only(1).stacked(0),
            moved(3, 3).joined(0),
            moved(3, 3).joined(1),
            moved(2, 4).joined(1),
            // Of alike slices, in another shape.
            SplitPlan.of(Layout.of(ElementType.U8, 1, 4, 6), 2, Cut.byLengths(3, 3)).stacked(0));
    List<Object> all = new ArrayList<>(conversions);
    all.addAll(plans);
    conversions.forEach(conversion -> all.add(moved(3, 3).converted(conversion)));
    plans.stream().limit(2).forEach(plan -> all.addAll(plan.parts()));
    all.addAll(
        List.of(
            Layout.of(ElementType.U8, 4, 6),
            Layout.of(ElementType.I8, 4, 6),
            Layout.of(ElementType.U8, 24),
            Layout.of(ElementType.U8, 4, 6).pitched(0, 8),
            Layout.of(ElementType.U8, 4, 6).pitched(0, 9),
            Layout.of(ElementType.U8, 5, 6).cropped(0, 0, 4),
            Layout.of(ElementType.U8, 5, 6).cropped(0, 1, 4),
            Cut.byLengths(3),
            Cut.byLengths(1, -1),
            Cut.intoEqualParts(3),
            Cut.inChunksOf(3),
            Cut.atIndices(3),
            Cut.atIndices(1, -1),
            Cut.nearlyEqual(3),
            Cut.nearlyEqual(4),
            Shape.of(),
            Shape.of(1),
            Shape.of(1, 1),
            Shape.of(2),
            PartialShape.unknownRank(),
            PartialShape.parse("?"),
            PartialShape.parse("2"),
            PartialShape.parse("2,3"),
            IntegerInput.of(ElementType.I64, Shape.of(2), 1, 2),
            IntegerInput.of(ElementType.I64, Shape.of(2), 1, 3),
            IntegerInput.of(ElementType.I32, Shape.of(2), 1, 2),
            IntegerInput.of(ElementType.I64, Shape.of(2, 1), 1, 2),
            IntegerInput.unknown(ElementType.I64, PartialShape.of(Shape.of(2))),
            "something else"));
    return all;
  }

  @Test
  void valuesAreEqualIfTheySayTheSame() {
    List<?> once = values();
    List<?> again = values();
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
