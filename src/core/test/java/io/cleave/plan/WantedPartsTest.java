package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WantedPartsTest {
  private static final SplitPlan PLAN =
      SplitPlan.intoEqualParts(Shape.of(4, 8), ElementType.F32, 1, 4);

  private static String wanted(SplitPlan plan) {
    var text = new StringBuilder();
    plan.parts().forEach(part -> text.append(part.isWanted() ? 'x' : '-'));
    return text.toString();
  }

  @Test
  void onlyNamesAllThatAreWanted() {
    assertThat(wanted(PLAN.only(0, 2))).isEqualTo("x-x-");
    assertThat(wanted(PLAN.only(3, 3))).isEqualTo("---x");
    assertThat(wanted(PLAN.only())).isEqualTo("----");
    assertThat(wanted(PLAN.only(0).only(1))).isEqualTo("-x--");
  }

  @Test
  void withoutAddsToThoseThatAreNot() {
    assertThat(wanted(PLAN.without(1))).isEqualTo("x-xx");
    assertThat(wanted(PLAN.without(1).without(3, 1))).isEqualTo("x-x-");
    assertThat(wanted(PLAN.only(0, 2).without(2))).isEqualTo("x---");
  }

  @Test
  void theOriginalPlanStaysAsItIs() {
    SplitPlan some = PLAN.without(1);
    assertThat(some.without(2)).isNotEqualTo(some);
    assertThat(wanted(some)).isEqualTo("x-xx");
    assertThat(wanted(PLAN)).isEqualTo("xxxx");
  }

  @Test
  void thePlanKeepsItsPartsAndTheirPlaces() {
    SplitPlan some = PLAN.only(2);
    assertThat(some.partCount()).isEqualTo(4);
    assertThat(some.lengths()).containsExactly(2, 2, 2, 2);
    assertThat(some.part(2).offset()).isEqualTo(PLAN.part(2).offset());
    assertThat(some.bytes()).isEqualTo(PLAN.bytes());
  }

  @Test
  void wantingTheSameIsBeingEqual() {
    assertThat(PLAN.only(0, 1, 2, 3)).isEqualTo(PLAN).hasSameHashCodeAs(PLAN);
    assertThat(PLAN.without()).isEqualTo(PLAN);
    assertThat(PLAN.only(0, 2)).isEqualTo(PLAN.without(1, 3));
    assertThat(PLAN.only(0, 2)).hasSameHashCodeAs(PLAN.without(3).without(1));
    assertThat(PLAN.only(0, 2)).isNotEqualTo(PLAN.only(0, 1)).isNotEqualTo(PLAN);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void aPartThatDoesNotExistIsRefused(int part) {
    String message = "part " + part + " does not exist; the plan has 4, counted from 0";
    assertThatIllegalArgumentException().isThrownBy(() -> PLAN.only(0, part)).withMessage(message);
    assertThatIllegalArgumentException().isThrownBy(() -> PLAN.without(part)).withMessage(message);
    assertThatIllegalArgumentException().isThrownBy(() -> PLAN.part(part)).withMessage(message);
  }
}
