package io.cleave.cpu.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import io.cleave.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What stands in where there is no instruction beside the JDK's own.
class ArithmeticTest {
  @RandomTest(gate = 2, thorough = 20)
  void roundsOnceWithoutTheInstruction(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < Seeds.rounds(300_000, 10_000_000); i++) {
      float x = any(random);
      float scale = any(random);
      // Near the product's negative, where most of it cancels out, and anywhere.
      float bias = random.nextBoolean() ? any(random) : near(-x * scale, random);
      float expected = Math.fma(x, scale, bias);
      float actual = Arithmetic.fma(x, scale, bias);
      if (Float.floatToIntBits(actual) != Float.floatToIntBits(expected)) {
        assertThat(actual).as("fma(%s, %s, %s)", x, scale, bias).isEqualTo(expected);
      }
    }
  }

  @Test
  void stepsAreCalculatedAlike() {
    Random random = new Random(1);
    float[] values = new float[1000];
    for (int i = 0; i < values.length; i++) {
      values[i] = any(random);
    }
    float[] expected = values.clone();
    Arithmetic.affine(expected, 999, 1 / 3f, 0.1f);
    Arithmetic.affineInDouble(values, 999, 1 / 3f, 0.1f);
    assertThat(values).isEqualTo(expected);
  }

  private static float any(Random random) {
    float any = Float.intBitsToFloat(random.nextInt());
    return random.nextBoolean() ? any : random.nextInt(1000) - 500;
  }

  private static float near(float value, Random random) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(value) + random.nextInt(64) - 32);
  }
}
