package io.cleave.plan;

import static io.cleave.plan.SplitPlanUnitTest.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

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
  }

  @Test
  void onlyAContiguousPartHasAnOffset() {
    SplitPlan rows = plan("f32", "4,6", 0, "1,3,0");
    assertThat(rows.only(1).part(0).offset()).isEqualTo(24);
    assertThat(rows.part(2).offset()).isZero();
    assertThat(plan("string", "4,6", 0, "1,3").part(1).offset()).isEqualTo(6);
    Layout window = Layout.of(ElementType.F32, 4, 6).cropped(0, 2, 2);
    assertThat(SplitPlan.of(window, 0, Cut.byLengths(1, 1)).part(1).offset()).isEqualTo(72);
    Part column = plan("f32", "4,6", 1, "2,4").part(1);
    assertThatIllegalStateException()
        .isThrownBy(column::offset)
        .withMessage(
            "only a part in one piece has an offset; the data holds part 1 [4, 4]: bytes 8..23 of"
                + " each row, 64 bytes");
  }
}
