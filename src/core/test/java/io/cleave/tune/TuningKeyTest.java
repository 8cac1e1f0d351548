package io.cleave.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What makes two splits alike.
class TuningKeyTest {
  private static String key(SplitPlan plan) {
    return TuningFile.key("cpu", plan);
  }

  private static SplitPlan bytes(long rows, long... lengths) {
    return SplitPlan.of(
        Layout.of(ElementType.U8, rows, Arrays.stream(lengths).sum()), 1, Cut.byLengths(lengths));
  }

  @Test
  void hasAllThatMatters() {
    SplitPlan plan = bytes(1 << 20, 16, 16, 3, 4);
    assertThat(key(plan)).isEqualTo("cpu: 39 bytes of 16, 16, 3, 4; 32 MiB");
    assertThat(key(plan.without(1))).contains("39 bytes of 16, skip 16, 3, 4");
    assertThat(key(plan.only(2, 0))).contains("39 bytes of 16, skip 16, 3, skip 4;");
    assertThat(key(plan.converted(Conversion.to(ElementType.F16)))).contains(", u8 to f16, ");
  }

  @Test
  void tellsWhereRowsAndOutputsStand() {
    SplitPlan planes =
        SplitPlan.of(Layout.of(ElementType.U8, 32, 224, 224, 3), -1, Cut.intoEqualParts(3));
    assertThat(key(planes)).isEqualTo("cpu: 3 bytes of 1, 1, 1; 4 MiB");
    assertThat(key(planes.stacked(1)))
        .isEqualTo("cpu: 3 bytes of 1, 1, 1, stacked in 50176 rows, [150528] apart; 4 MiB");
    Layout window = planes.data().cropped(1, 5, 100).cropped(2, 7, 90);
    assertThat(key(SplitPlan.of(window, -1, Cut.intoEqualParts(3))))
        .isEqualTo("cpu: 3 bytes of 1, 1, 1 in 90 rows, [150528, 672] apart; 4 MiB");
  }

  @Test
  void rowsCountByPowersOfTwoAndShapesOfTheSameRunsAreAlike() {
    assertThat(key(bytes(1000, 16, 48)))
        .isEqualTo(key(bytes(1020, 16, 48)))
        .isNotEqualTo(key(bytes(2048, 16, 48)))
        .isEqualTo(
            key(SplitPlan.of(Layout.of(ElementType.F32, 10, 100, 16), 2, Cut.byLengths(4, 12))));
  }

  @Test
  void manyRunsEndInAChecksum() {
    long[] one = LongStream.rangeClosed(1, 100).toArray();
    long[] other = one.clone();
    other[98] = 100;
    other[99] = 99;
    assertThat(key(bytes(1000, one)))
        .contains("1, 2, 3", "... (")
        .isNotEqualTo(key(bytes(1000, other)));
  }
}
