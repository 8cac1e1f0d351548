package io.cleave.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
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
    return SplitPlan.byLengths(
        Shape.of(rows, Arrays.stream(lengths).sum()), ElementType.U8, 1, lengths);
  }

  @Test
  void hasAllThatMatters() {
    SplitPlan plan = bytes(1 << 20, 16, 16, 3, 4);
    assertThat(key(plan)).isEqualTo("cpu: 39 bytes of 16, 16, 3, 4; 32 MiB");
    assertThat(key(plan.without(1))).contains("39 bytes of 16, skip 16, 3, 4");
    assertThat(key(plan.converted(Conversion.to(ElementType.F16)))).contains(", u8 to f16, ");
  }

  @Test
  void rowsCountByPowersOfTwoOnly() {
    assertThat(key(bytes(1000, 64, 64))).isEqualTo(key(bytes(1020, 64, 64)));
    assertThat(key(bytes(1000, 64, 64))).isNotEqualTo(key(bytes(2048, 64, 64)));
  }

  @Test
  void shapesOfTheSameRunsAreAlike() {
    SplitPlan floats = SplitPlan.byLengths(Shape.of(10, 100, 16), ElementType.F32, 2, 4, 12);
    assertThat(key(floats)).isEqualTo(key(bytes(1000, 16, 48)));
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
