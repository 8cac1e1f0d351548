package io.cleave.spi;

import io.cleave.RandomTest;
import io.cleave.Seeds;
import io.cleave.convert.RandomRules;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Contract of all splitters for windows of padded data, and for parts that are ordered, stacked
/// and joined. Expected bytes come from [StridedPlan], one element at a time.
abstract class StridedContract extends SplitterFixture {
  /// One of each width that kernels gather in another way.
  private static final Set<ElementType> FEW_TYPES =
      EnumSet.of(ElementType.U4, ElementType.U8, ElementType.U16, ElementType.F32);

  /// True if no kernels are compiled, so that there is time for all rules and for many plans.
  protected boolean isQuick() {
    return false;
  }

  final int plans(int quickly) {
    return isQuick() ? quickly : Math.max(10, quickly / 10);
  }

  /// True if plans are converted by any rules, and not by one of each type.
  final boolean takesAnyRule() {
    return isQuick() || Seeds.rounds(0, 1) > 0;
  }

  /// A plan that converts by any rule. Where that would be a kernel to compile for almost each
  /// plan, few types are converted, each by one rule.
  final SplitPlan converted(SplitPlan plan, Random random) {
    return takesAnyRule()
        ? RandomRules.converted(plan, random)
        : FEW_TYPES.contains(plan.data().type()) ? byOneRule(plan) : plan;
  }

  /// A plan that converts by the rule of its type.
  static SplitPlan byOneRule(SplitPlan plan) {
    long seed = 1_000_003L * plan.data().type().toString().hashCode();
    return RandomRules.converted(plan, new Random(seed));
  }

  private StridedPlan any(Random random) {
    return StridedPlan.of(random, isBrief() ? 500 : 20_000, plan -> converted(plan, random));
  }

  /// Converted or not, between memory of all kinds.
  @RandomTest(gate = 1, thorough = 20)
  void splitsRandomWindows(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < plans(200); i++) {
      StridedPlan strided = any(random);
      try {
        check(SplitExample.any(strided, random), random);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed %d, plan %d: %s".formatted(seed, i, strided), e);
      }
    }
  }

  /// A batch that is worth sharing, and one of many small images.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void splitsWindowsOfImages(boolean isStacked) {
    Random random = new Random(Seeds.one());
    int count = isBrief() ? 2 : 30;
    check(SplitExample.any(images(count, 61, 90, isStacked, random), random), random);
    check(SplitExample.any(images(10 * count, 5, 9, isStacked, random), random), random);
    check(SplitExample.any(images(1, 8, 33 * count, isStacked, random), random), random);
  }

  private StridedPlan images(int count, int height, int width, boolean isStacked, Random random) {
    int some = isBrief() ? 7 : 1;
    int channels = 3 + random.nextInt(2);
    return StridedPlan.images(
        count,
        1 + height / some,
        width / some,
        channels,
        isStacked,
        random,
        plan -> random.nextBoolean() ? converted(plan, random) : plan);
  }

  /// The memory ends with the last piece of the last row, and the process would end at the next
  /// byte.
  @Test
  @EnabledOnOs(OS.LINUX)
  void readsNothingBehindTheWindow() {
    Random random = new Random(Seeds.one());
    for (int i = 0; i < plans(100); i++) {
      StridedPlan strided = any(random);
      long bytes = strided.plan().data().bytes();
      MemorySegment content = strided.content(random).asSlice(0, bytes);
      try (SystemMemory data = SystemMemory.beforeCliff(bytes);
          Arena arena = Arena.ofShared()) {
        data.memory().copyFrom(content);
        List<Guarded> parts =
            strided.plan().parts().stream()
                .map(part -> Guarded.allocate(MemoryKind.NATIVE, part.bytes(), 0, arena))
                .toList();
        splitter.split(strided.plan(), data.memory(), parts.stream().map(Guarded::memory).toList());
        for (int part = 0; part < parts.size(); part++) {
          parts.get(part).require(strided, strided.expected(part, content));
        }
      }
    }
  }
}
