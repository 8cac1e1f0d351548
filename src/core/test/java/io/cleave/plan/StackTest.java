package io.cleave.plan;

import static io.cleave.Refusal.refuses;
import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Stacked, joined and reversed plans: their shapes. Where their elements stand is in
/// [GeometryTest].
class StackTest {
  private static final SplitPlan PIXELS =
      SplitPlan.of(Layout.of(U8, 2, 4, 5, 3), -1, Cut.byLengths(1, 1, 1));
  private static final Conversion RULES =
      Conversion.to(F32).scaled(new double[] {1, 2, 3}, new double[] {9});

  private static SplitPlan columns(ElementType type, long... lengths) {
    return SplitPlan.of(Layout.of(type, 6, 12), 1, Cut.byLengths(lengths));
  }

  private static void hasShape(SplitPlan plan, long... extents) {
    assertThat(plan.parts()).hasSize(1);
    assertThat(plan.part(0).shape()).isEqualTo(Shape.of(extents));
  }

  @Test
  void pixelsBecomePlanes() {
    Part planes = PIXELS.converted(Conversion.to(F16)).stacked(1).part(0);
    assertThat(planes.type()).isEqualTo(F16);
    assertThat(planes.bytes()).isEqualTo(240);
    assertThat(planes.arrayLength()).isEqualTo(120);
    assertThat(planes).hasToString("part 0 [2, 3, 4, 5]: 3 slices, 240 bytes of f16");
    hasShape(PIXELS.stacked(-4), 3, 2, 4, 5);
    hasShape(PIXELS.stacked(-1), 2, 4, 5, 3);
    assertThat(PIXELS.stacked(1)).asString().endsWith("3 bytes, stacked to u8 [2, 3, 4, 5]");
  }

  @Test
  void slicesAreThePartsInTheirOrder() {
    SplitPlan plan = PIXELS.only(2, 0).stacked(1);
    hasShape(plan, 2, 2, 4, 5);
    assertThat(plan.positions()).containsExactly(2, 0);
    hasShape(PIXELS.without(1).stacked(0), 2, 2, 4, 5);
    assertThat(plan.unstacked()).isEqualTo(PIXELS.only(2, 0));
    assertThat(PIXELS.unstacked()).isSameAs(PIXELS);
    assertThat(plan.isStacked()).isTrue();
    assertThat(PIXELS.isStacked()).isFalse();
    assertThat(PIXELS.stacked(1)).isEqualTo(PIXELS.only(0, 1, 2).stacked(-3));
  }

  @Test
  void longerPartsKeepTheirAxis() {
    SplitPlan plan = columns(U8, 4, 4, 4);
    hasShape(plan.stacked(1), 6, 3, 4);
    hasShape(plan.stacked(2), 6, 4, 3);
    hasShape(columns(U8, 4, 2, 6).only(2, 0).joined(1), 6, 10);
    hasShape(columns(U8, 6, 6).joined(0), 12, 6);
    Part empty = SplitPlan.of(Layout.of(U8, 0, 12), 1, Cut.byLengths(6, 6)).joined(0).part(0);
    assertThat(empty.bytes()).isZero();
    assertThat(empty.isContiguous()).isTrue();
    assertThat(columns(U4, 6, 6).converted(Conversion.to(F16)).stacked(0).part(0).bytes())
        .isEqualTo(144);
  }

  @Test
  void valuesAreCountedBySlices() {
    SplitPlan first = PIXELS.converted(RULES).stacked(1);
    assertThat(PIXELS.stacked(1).converted(RULES)).isEqualTo(first).hasSameHashCodeAs(first);
    assertThat(first.conversion()).contains(RULES);
    assertThat(first.unstacked()).isEqualTo(PIXELS.converted(RULES));
  }

  @Test
  void refusesWhatCannotBeStacked() {
    SplitPlan unlike = columns(U8, 4, 2, 6);
    refuses(() -> unlike.stacked(0), "equal lengths", "part 0 has 4, part 1 has 2");
    refuses(() -> unlike.joined(0), "equal lengths", "part 0 has 4, part 1 has 2");
    refuses(() -> PIXELS.stacked(4), "-4..3 for shape [2, 4, 5] with a new axis");
    refuses(() -> PIXELS.joined(4), "axis 4 must lie in -4..3 for shape [2, 4, 5, 3]");
    refuses(() -> PIXELS.only().stacked(0), "there is nothing to stack");
    refuses(() -> columns(U4, 6, 6).stacked(0), "u4 is not stacked; split it, or convert it");
    refuses(() -> columns(STRING, 6, 6).joined(0), "string is not joined; split it");
    SplitPlan stack = PIXELS.stacked(1);
    refuses(() -> stack.only(0), "call only before stacked or joined, which come last");
    refuses(() -> stack.without(0), "call without before");
    refuses(() -> stack.stacked(0), "one part");
    refuses(() -> stack.joined(0), "one part");
    Layout huge = Layout.of(U8, Long.MAX_VALUE / 2, 3, 0);
    SplitPlan thirds = SplitPlan.of(huge, 1, Cut.intoEqualParts(3));
    refuses(() -> thirds.joined(0), "are longer than 9223372036854775807; join fewer");
  }

  /// Plans of tensors in Fortran order. Where their elements go is in `FilePlansTest`.
  @Test
  void reversingCountsAllAxesFromTheOtherEnd() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(U8, 2, 6, 4, 5), 1, Cut.byLengths(1, 2, 3))
            .converted(RULES)
            .only(1, 0);
    SplitPlan reversed = plan.reversed();
    assertThat(reversed.data()).isEqualTo(Layout.of(U8, 5, 4, 6, 2));
    assertThat(reversed.axis()).isEqualTo(2);
    assertThat(reversed.part(0).shape()).isEqualTo(Shape.of(5, 4, 2, 2));
    assertThat(reversed.conversion()).isEqualTo(plan.conversion());
    assertThat(reversed.reversed()).isEqualTo(plan);
    SplitPlan window = SplitPlan.of(plan.data().cropped(1, 1, 2), 1, Cut.byLengths(2));
    assertThat(window.reversed().data()).isEqualTo(Layout.of(U8, 5, 4, 6, 2).cropped(2, 1, 2));
    SplitPlan gaps = SplitPlan.of(plan.data().cropped(0, 1, 1), 3, Cut.byLengths(5));
    refuses(gaps::reversed, "u8 [1, 6, 4, 5] from byte 120");
  }
}
