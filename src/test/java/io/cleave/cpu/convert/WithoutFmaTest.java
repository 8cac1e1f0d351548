package io.cleave.cpu.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.RandomSplit;
import io.cleave.backend.SplitCheck;
import io.cleave.backend.Splitter;
import io.cleave.convert.RandomRules;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Conversions on a processor that has no instruction for a product and a sum in one: a JVM that
/// does not use it.
@Timeout(120)
class WithoutFmaTest {
  private static final int PLANS = 300;

  @Test
  void roundsAlike() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UseFMA",
                "-cp",
                System.getProperty("java.class.path"),
                Plans.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.inputReader().readAllAsString()).isEqualTo("%s are right", 2 * PLANS);
    assertThat(process.waitFor()).isZero();
  }

  /// Splits them by plain loops.
  static final class Plans {
    private Plans() {}

    static void main() {
      int right = 0;
      try (Splitter one = CpuSplitter.open(1, CpuKernels.PLAIN);
          Splitter two = CpuSplitter.open(2, CpuKernels.PLAIN)) {
        for (Splitter splitter : new Splitter[] {one, two}) {
          for (int i = 0; i < PLANS; i++) {
            Random random = new Random(i);
            SplitPlan plan = RandomRules.converted(new RandomSplit(random, 2000).plan(), random);
            SplitCheck.checkPatterns(splitter, plan, random);
            right++;
          }
        }
      }
      IO.print((Fused.IS_FAST ? "with the instruction, " : "") + right + " are right");
    }
  }
}
