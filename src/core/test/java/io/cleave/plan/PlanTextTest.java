package io.cleave.plan;

import static io.cleave.plan.ElementType.F32;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PlanTextTest {

  @Test
  void aPlanSaysWhereEveryPartStands() {
    assertThat(SplitPlan.of(Layout.of(F32, 4, 6, 8), 1, Cut.byLengths(2, 0, -1)))
        .hasToString(
            """
            f32 [4, 6, 8] along axis 1 into 3 parts: 4 rows of 192 bytes
              part 0 [4, 2, 8]: bytes 0..63 of each row, 256 bytes
              part 1 [4, 0, 8]: empty
              part 2 [4, 4, 8]: bytes 64..191 of each row, 512 bytes\
            """);
  }

  @Test
  void pitchesAndWindowsAreShown() {
    Layout window = Layout.of(ElementType.U8, 8, 6, 2).pitched(0, 16).cropped(0, 2, 4);
    assertThat(SplitPlan.of(window, 1, Cut.byLengths(4, 2)).only(1))
        .hasToString(
            """
            u8 [4, 6, 2] from byte 32, strides [16, 2, 1] bytes along axis 1 into 1 part: 4 rows of 12 bytes
              part 0 [4, 2, 2]: bytes 8..11 of each row, 16 bytes\
            """);
  }

  @Test
  void bitsAreCalledBits() {
    assertThat(SplitPlan.of(Layout.of(ElementType.U4, 3, 4), 1, Cut.byLengths(1, 3)))
        .hasToString(
            """
            u4 [3, 4] along axis 1 into 2 parts: 3 rows of 16 bits
              part 0 [3, 1]: bits 0..3 of each row, 2 bytes
              part 1 [3, 3]: bits 4..15 of each row, 5 bytes\
            """);
  }

  @Test
  void ofAThousandPartsTheFirstAndTheLastAreShown() {
    assertThat(SplitPlan.of(Layout.of(F32, 1000), 0, Cut.intoEqualParts(1000)).toString().lines())
        .hasSize(26)
        .startsWith(
            "f32 [1000] along axis 0 into 1000 parts: 1 row of 4000 bytes",
            "  part 0 [1]: bytes 0..3, 4 bytes")
        .endsWith(
            "  part 21 [1]: bytes 84..87, 4 bytes",
            "  ... 976 more parts",
            "  part 998 [1]: bytes 3992..3995, 4 bytes",
            "  part 999 [1]: bytes 3996..3999, 4 bytes");
  }

  @Test
  @Timeout(10)
  void ofTheLargestPlanTheTextIsShortToo() {
    SplitPlan plan =
        SplitPlan.of(
            Layout.of(ElementType.U8, SplitPlan.MAX_PARTS),
            0,
            Cut.intoEqualParts(SplitPlan.MAX_PARTS));
    assertThat(plan.toString())
        .hasSizeLessThan(2000)
        .contains("16777192 more parts")
        .endsWith("part 16777215 [1]: bytes 16777215..16777215, 1 byte");
  }
}
