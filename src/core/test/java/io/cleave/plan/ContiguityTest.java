package io.cleave.plan;

import static io.cleave.plan.SplitPlanUnitTest.plan;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContiguityTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          f32    | 4,6     | 0 | 1,3   | xx
          f32    | 4,6     | 1 | 2,4   | --
          f32    | 1,6     | 1 | 2,4   | xx
          f32    | 1,1,6,5 | 2 | 2,4   | xx
          f32    | 4,6     | 1 | 6     | x
          f32    | 4,6     | 1 | 0,6,0 | xxx
          f32    | 4,6     | 1 | 0,5,1 | x--
          f32    | 4,1     | 1 | 1     | x
          f32    | 0,6     | 1 | 2,4   | xx
          u4     | 4,6     | 0 | 1,3   | xx
          u4     | 4,3     | 0 | 1,3   | --
          u4     | 4,3     | 0 | 0,4   | xx
          u1     | 9       | 0 | 9,0   | -x
          string | 4,6     | 0 | 1,3   | xx
          string | 4,6     | 1 | 1,5   | --
          """)
  void aPartIsContiguousWhenItIsOnePieceOfWholeUnits(
      String type, String shape, int axis, String lengths, String contiguous) {
    SplitPlan plan = plan(type, shape, axis, lengths);
    var found = new StringBuilder();
    plan.parts().forEach(part -> found.append(part.isContiguous() ? 'x' : '-'));
    assertThat(found).hasToString(contiguous);
    assertThat(plan.isContiguous()).isEqualTo(!contiguous.contains("-"));
  }

  @Test
  void onlyWantedPartsCount() {
    SplitPlan plan = plan("f32", "4,6", 1, "0,2,4");
    assertThat(plan.isContiguous()).isFalse();
    assertThat(plan.only(0).isContiguous()).isTrue();
    assertThat(plan.only().isContiguous()).isTrue();
    assertThat(plan.without(0).isContiguous()).isFalse();
  }
}
