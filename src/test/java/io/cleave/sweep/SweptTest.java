package io.cleave.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SweptTest {
  @Test
  void saysWhatTriesTheSameAgain() {
    assertThat(new Swept(Platform.POCL, 1_795_459_762_718L, 312, 1800, Duration.ofMillis(80_500)))
        .hasToString(
            "swept pocl: 1800 splits of 312 seeds were right, in 80 s; again: -Dsweep.on=pocl"
                + " -Dsweep.seed=1795459762718 -Dsweep.rounds=312");
  }
}
