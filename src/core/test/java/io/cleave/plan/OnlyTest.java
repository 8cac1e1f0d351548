package io.cleave.plan;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// [SplitPlan#only] and [SplitPlan#without].
class OnlyTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.F32, 4, 14), 1, Cut.byLengths(2, 3, 4, 5));

  private static String parts(SplitPlan plan) {
    assertThat(plan.parts()).hasSize(plan.lengths().length);
    return Arrays.toString(plan.lengths());
  }

  @Test
  void onlyNamesThePartsInTheirOrderAndWithoutKeepsTheOthers() {
    assertThat(parts(PLAN.only(0, 2))).isEqualTo("[2, 4]");
    assertThat(parts(PLAN.only(2, 0))).isEqualTo("[4, 2]");
    assertThat(parts(PLAN.only())).isEqualTo("[]");
    assertThat(parts(PLAN.only(3, 1, 0).only(2, 1))).isEqualTo("[2, 3]");
    assertThat(parts(PLAN.without(1))).isEqualTo("[2, 4, 5]");
    assertThat(parts(PLAN.without(1).without(2, 0))).isEqualTo("[4]");
    assertThat(parts(PLAN.without(1, 1))).isEqualTo("[2, 4, 5]");
    assertThat(parts(PLAN.only(3, 2, 0).without(1))).isEqualTo("[5, 2]");
    assertThat(parts(PLAN)).isEqualTo("[2, 3, 4, 5]");
  }

  @Test
  void partsKeepTheirPlacesInTheData() {
    SplitPlan some = PLAN.only(2, 1);
    assertThat(some.data()).isEqualTo(PLAN.data());
    assertThat(some.positions()).containsExactly(5, 2);
    assertThat(some.part(0).index()).isZero();
    assertThat(some.part(0).shape()).isEqualTo(Shape.of(4, 4));
    assertThat(some.part(0).toString()).startsWith("part 0 [4, 4]: bytes 20..35 of each row");
  }

  @Test
  void valuesOfAConversionFollowTheirParts() {
    Conversion to = Conversion.to(ElementType.F16);
    SplitPlan all = PLAN.converted(to.scaled(new double[] {1, 2, 3, 4}, new double[] {5}));
    assertThat(all.only(3, 1))
        .isEqualTo(PLAN.only(3, 1).converted(to.scaled(new double[] {4, 2}, new double[] {5})));
    assertThat(all.only().toString())
        .endsWith(" into 0 parts: 4 rows of 56 bytes, " + all.conversion().get());
  }

  @Test
  void theSamePartsAreEqual() {
    assertThat(PLAN.only(0, 1, 2, 3)).isEqualTo(PLAN).hasSameHashCodeAs(PLAN);
    assertThat(PLAN.without()).isEqualTo(PLAN);
    assertThat(PLAN.only(0, 2)).isEqualTo(PLAN.without(1, 3));
    assertThat(PLAN.only(0, 2)).hasSameHashCodeAs(PLAN.without(3).without(1));
    SplitPlan other = SplitPlan.of(PLAN.data(), 1, Cut.byLengths(2, -1));
    assertThat(other.only(0)).isEqualTo(PLAN.only(0)).hasSameHashCodeAs(PLAN.only(0));
  }

  @Test
  void aPartIsWrittenOnce() {
    refuses(() -> PLAN.only(3, 1, 3), "a part is written once; [3, 1, 3] names 3 twice");
    refuses(() -> PLAN.only(new int[1000]), "0, ".repeat(32) + "... 1000 in all] names 0 twice");
  }

  @ParameterizedTest
  @ValueSource(ints = {4, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void aPartThatDoesNotExistIsRefused(int part) {
    String message = "part " + part + " does not exist; the plan has 4, counted from 0";
    refuses(() -> PLAN.only(0, part), message);
    refuses(() -> PLAN.without(part), message);
    refuses(() -> PLAN.part(part), message);
  }
}
