package io.cleave.plan;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is asked of an axis, a part or a value that does not exist is refused in one sentence.
class OutsideTest {
  private static void refuses(Runnable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void anAxis(int axis) {
    String sentence = "axis %s does not exist; shape %s has %s, counted from 0";
    refuses(() -> Shape.of(2, 4, 3).extent(axis), sentence.formatted(axis, "[2, 4, 3]", 3));
    refuses(() -> Shape.of().extent(axis), sentence.formatted(axis, "[]", 0));
    refuses(
        () -> PartialShape.parse("2,?,3").dimension(axis),
        sentence.formatted(axis, "[2, ?, 3]", 3));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void aPart(int part) {
    String two = "part %s does not exist; the %s has 2, counted from 0";
    Conversion halves = Conversion.to(F32).scale(1, 2).bias(3);
    refuses(() -> halves.rule(part), two.formatted(part, "conversion"));
    refuses(() -> halves.ofParts(0, part), two.formatted(part, "conversion"));
    Conversion unlike = Conversion.to(F32).scale(1, 2).bias(1, 2, 3);
    refuses(() -> unlike.rule(part), two.formatted(part, "conversion"));
    Conversion fewer = Conversion.to(F32).scale(1, 2, 3).bias(1, 2);
    refuses(() -> fewer.rule(part), two.formatted(part, "conversion"));
    Stacking stacking = SplitPlan.intoEqualParts(Shape.of(4, 2), U8, 1, 2).stacked(0).stacking();
    refuses(() -> stacking.length(part), two.formatted(part, "plan"));
    refuses(() -> stacking.start(part), two.formatted(part, "plan"));
  }

  /// How many parts there are a rule for all does not know.
  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE})
  void aPartOfAnyNumberOfThem(int part) {
    Conversion all = Conversion.to(F32).scale(2);
    refuses(
        () -> all.rule(part), "part %s does not exist; parts are counted from 0".formatted(part));
    assertThat(all.rule(7)).isEqualTo(all.rule(0));
    assertThat(all.ofParts(7)).isEqualTo(all);
  }
}
