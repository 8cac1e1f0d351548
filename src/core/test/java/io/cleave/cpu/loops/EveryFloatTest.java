package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// All floats to narrower types, with `-Pthorough`; in the gate some thousand beside each other,
/// from everywhere.
///
/// What is expected is calculated in double precision, where a float divided by a power of two is
/// exact, and rounding to an integer is what is left to do.
class EveryFloatTest {
  private static final long ALL = 1L << 32;
  private static final int BLOCK = 1 << 16;

  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16", "U8"})
  void isRoundedAsInDoublePrecision(ElementType target) {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.F32, 1, BLOCK), 1, Cut.byLengths(BLOCK))
            .converted(Conversion.to(target));
    float[] floats = new float[BLOCK];
    MemorySegment made = MemorySegment.ofArray(new byte[(int) plan.part(0).bytes()]);
    // 4,001 is prime, so that blocks begin at every kind of pattern.
    long stride = Seeds.rounds(4001 * BLOCK, BLOCK);
    try (CpuSplitter splitter = CpuSplitter.open()) {
      for (long first = 0; first < ALL; first += stride) {
        for (int i = 0; i < BLOCK; i++) {
          floats[i] = Float.intBitsToFloat((int) (first + i));
        }
        splitter.split(plan, MemorySegment.ofArray(floats), List.of(made));
        compare(target, floats, made);
      }
    }
  }

  private static void compare(ElementType target, float[] floats, MemorySegment made) {
    for (int i = 0; i < BLOCK; i++) {
      int expected = expected(target, floats[i]);
      int actual =
          target == ElementType.U8
              ? made.getAtIndex(JAVA_BYTE, i) & 0xFF
              : made.get(JAVA_SHORT.withByteAlignment(1), 2L * i) & 0xFFFF;
      if (actual != expected) {
        assertThat(actual).as("%s of %s", target, floats[i]).isEqualTo(expected);
      }
    }
  }

  private static int expected(ElementType target, float value) {
    return switch (target) {
      case F16 -> rounded(value, 5, 10);
      case BF16 -> rounded(value, 8, 7);
      default -> (int) Math.clamp(Math.rint(Float.isNaN(value) ? 0 : value), 0, 255);
    };
  }

  private static int rounded(double value, int exponentBits, int mantissaBits) {
    int infinite = ((1 << exponentBits) - 1) << mantissaBits;
    if (Double.isNaN(value)) {
      return infinite | 1 << (mantissaBits - 1);
    }
    int sign = Double.doubleToRawLongBits(value) < 0 ? 1 << (exponentBits + mantissaBits) : 0;
    int least = 2 - (1 << (exponentBits - 1));
    int exponent = Math.max(least, Math.getExponent(value));
    if (Double.isInfinite(value)) {
      return sign | infinite;
    }
    long steps = (long) Math.rint(Math.scalb(Math.abs(value), mantissaBits - exponent));
    return sign | (int) Math.min(infinite, ((long) (exponent - least) << mantissaBits) + steps);
  }
}
