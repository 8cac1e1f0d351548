package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.convert.Definition;
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

/// All floats to narrower types, with `-Dcleave.thorough=true`; in the gate some thousand beside
/// each other, from everywhere.
class EveryFloatTest {
  private static final long ALL = 1L << 32;
  private static final int BLOCK = 1 << 16;

  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16", "U8"})
  void isWhatTheDefinitionSays(ElementType target) {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.F32, 1, BLOCK), 1, Cut.byLengths(BLOCK))
            .converted(Conversion.to(target));
    Definition definition = Definition.of(ElementType.F32, Conversion.to(target), 0);
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
        compare(definition, floats, made);
      }
    }
  }

  private static void compare(Definition definition, float[] floats, MemorySegment made) {
    for (int i = 0; i < BLOCK; i++) {
      long expected = definition.apply(Float.floatToRawIntBits(floats[i]) & 0xFFFF_FFFFL);
      long actual =
          made.byteSize() == BLOCK
              ? made.getAtIndex(JAVA_BYTE, i) & 0xFF
              : made.get(JAVA_SHORT.withByteAlignment(1), 2L * i) & 0xFFFF;
      if (actual != expected) {
        assertThat(actual).as("%s", floats[i]).isEqualTo(expected);
      }
    }
  }
}
