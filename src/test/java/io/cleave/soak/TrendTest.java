package io.cleave.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
  private static final long MIB = 1 << 20;

  private static Census census(
      long heap, long jvm, long taken, long resident, long handles, long threads) {
    return new Census(heap * MIB, jvm * MIB, taken * MIB, resident * MIB, handles, threads);
  }

  private static List<String> complaints(int count, IntFunction<Census> censuses) {
    return new Trend(IntStream.range(0, count).mapToObj(censuses).toList()).complaints();
  }

  @Test
  void whatGoesUpAndDownDoesNotGrow() {
    Random random = new Random(1);
    assertThat(
            complaints(
                60,
                _ ->
                    census(
                        50 + random.nextInt(5),
                        100 + random.nextInt(300),
                        90 + random.nextInt(30),
                        400 + random.nextInt(300),
                        30 + random.nextInt(4),
                        25 + random.nextInt(8))))
        .isEmpty();
  }

  @Test
  void theFirstQuarterMayBeAnything() {
    assertThat(
            complaints(
                40, i -> i < 10 ? census(1, 1, 1, 1, 1, 1) : census(90, 90, 90, 900, 90, 90)))
        .isEmpty();
  }

  @Test
  void namesWhateverGrows() {
    assertThat(complaints(40, i -> census(50 + 2 * i, 100, 200, 400, 30, 25)))
        .containsExactly("the heap: 73400320 in the second quarter, 115343360 in the last");
    assertThat(complaints(40, i -> census(50, 100 + 2 * i, 200, 400, 30, 25)))
        .singleElement()
        .asString()
        .startsWith("the JVM's other memory: ");
    assertThat(complaints(40, i -> census(50, 100, 200 + 4 * i, 400, 30, 25)))
        .singleElement()
        .asString()
        .startsWith("what drivers hold: ");
    assertThat(complaints(40, i -> census(50, 100, 200, 400 + 8 * i, 30, 25)))
        .singleElement()
        .asString()
        .startsWith("the process: ");
    assertThat(complaints(40, i -> census(50, 100, 200, 400, 30 + i, 25)))
        .singleElement()
        .asString()
        .startsWith("open files: ");
    assertThat(complaints(40, i -> census(50, 100, 200, 400, 30, 25 + i)))
        .singleElement()
        .asString()
        .startsWith("threads: ");
  }

  @Test
  void aFewTellNothing() {
    assertThat(complaints(Trend.LEAST - 1, i -> census(50 + 100 * i, 100, 200, 400, 30, 25)))
        .isEmpty();
    assertThat(complaints(Trend.LEAST, i -> census(50 + 100 * i, 100, 200, 400, 30, 25)))
        .hasSize(1);
  }
}
