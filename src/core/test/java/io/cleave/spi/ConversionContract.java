package io.cleave.spi;

import io.cleave.RandomTest;
import io.cleave.Seeds;
import io.cleave.convert.RandomRules;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Contract of all splitters for plans that convert. Expected bytes come from
/// [io.cleave.convert.Definition], one element at a time.
abstract class ConversionContract extends StridedContract {
  static Stream<ElementType> sources() {
    return RandomRules.SOURCES.stream();
  }

  /// Each type to each other, by each rule, or each to one and one to each: runs that have all
  /// patterns of 16 bits, and short ones.
  @ParameterizedTest
  @MethodSource("sources")
  void convertsAllPatterns(ElementType source) {
    Random random = new Random(Seeds.one() + source.toString().hashCode());
    int few = isBrief() ? 300 : 3000;
    int elements = !isBrief() && source.bits() == Short.SIZE ? 1 << 16 : few;
    SplitPlan all = SplitPlan.of(Layout.of(source, 1, elements), 1, Cut.byLengths(elements - 8, 8));
    SplitPlan two = SplitPlan.of(Layout.of(source, few / 2, 2), 1, Cut.byLengths(1, 1));
    checkPatterns(byOneRule(all), random);
    if (source.isSubByte()) {
      checkPatterns(byOneRule(two), random);
    }
    // One of the types that become integers, too.
    if (takesAnyRule() || source == ElementType.F32) {
      for (ElementType target : RandomRules.targets(source)) {
        List<Conversion> rules = RandomRules.of(source, target, 1, random);
        int some = takesAnyRule() ? rules.size() : RandomRules.isInteger(target) ? 1 : 0;
        for (Conversion conversion : rules.subList(0, some)) {
          checkPatterns(all.converted(conversion), random);
          if (takesAnyRule()) {
            checkPatterns(two.converted(conversion), random);
          }
        }
      }
    }
  }

  private void checkPatterns(SplitPlan plan, Random random) {
    check(SplitExample.all(plan, SplitCheck.patterns(plan, random), random), random);
  }

  /// Pixels of three and four channels: as planes, all or some of them, and without alpha.
  @RandomTest(gate = 1, thorough = 20)
  void convertsPixels(long seed) {
    Random random = new Random(seed);
    for (ElementType source : List.of(ElementType.U8, ElementType.U16, ElementType.F32)) {
      int count = 1 + random.nextInt(isBrief() ? 70 : 3000);
      SplitPlan colors = SplitPlan.of(Layout.of(source, count, 3), 1, Cut.intoEqualParts(3));
      check(converted(colors, random), random);
      SplitPlan planes = SplitPlan.of(Layout.of(source, count, 4), 1, Cut.intoEqualParts(4));
      check(converted(planes.only(0, 1, 3), random), random);
      SplitPlan alpha = SplitPlan.of(Layout.of(source, count, 4), 1, Cut.byLengths(3, 1));
      if (takesAnyRule() || source == ElementType.U8) {
        check(converted(alpha.only(random.nextInt(2)), random), random);
      }
    }
  }

  /// Random shapes, types, lengths and rules, between memory of all kinds.
  @RandomTest(gate = 1, thorough = 20)
  void convertsRandomPlans(long seed) {
    Random random = new Random(seed);
    RandomSplit splits = new RandomSplit(random, isBrief() ? 500 : 20_000);
    for (int i = 0; i < plans(200); ) {
      SplitPlan plan = converted(splits.plan(), random);
      if (plan.conversion().isPresent()) {
        check(plan, random);
        i++;
      }
    }
  }
}
