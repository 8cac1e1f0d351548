package io.cleave.spi;

import io.cleave.RandomTest;
import io.cleave.Seeds;
import io.cleave.convert.RandomRules;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Contract of all splitters for plans that convert. Expected bytes come from
/// [io.cleave.convert.Definition], one element at a time.
abstract class ConversionContract extends StridedContract {
  static Stream<ElementType> sources() {
    return RandomRules.SOURCES.stream();
  }

  /// Each type to each other, by each rule: one part of runs that are long, and two of short ones.
  @ParameterizedTest
  @MethodSource("sources")
  void convertsAllPatterns(ElementType source) {
    Random random = new Random(Seeds.one() + source.toString().hashCode());
    int elements = isBrief() ? 300 : source.bits() == Short.SIZE ? 1 << 17 : 3000;
    for (Conversion conversion : conversions(source, random)) {
      SplitPlan all = SplitPlan.of(Layout.of(source, 1, elements), 1, Cut.byLengths(elements));
      checkPatterns(all.converted(conversion), random);
      SplitPlan two = SplitPlan.of(Layout.of(source, elements / 2, 2), 1, Cut.byLengths(1, 1));
      checkPatterns(two.converted(conversion), random);
    }
  }

  private void checkPatterns(SplitPlan plan, Random random) {
    check(SplitExample.any(plan, SplitCheck.patterns(plan, random), random), random);
  }

  /// All of them where there is time, or one.
  private List<Conversion> conversions(ElementType source, Random random) {
    List<Conversion> all =
        RandomRules.targets(source).stream()
            .flatMap(target -> RandomRules.of(source, target, 1, random).stream())
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(all, random);
    return isQuick() ? all : all.subList(0, Math.min(all.size(), Seeds.rounds(1, 100)));
  }

  /// Pixels of three and four channels: as planes, all or some of them, and without alpha.
  @RandomTest(gate = 1, thorough = 20)
  void convertsPixels(long seed) {
    Random random = new Random(seed);
    List<ElementType> sources =
        isQuick()
            ? List.of(ElementType.U8, ElementType.U16, ElementType.F32)
            : List.of(ElementType.U8, random.nextBoolean() ? ElementType.U16 : ElementType.F32);
    for (ElementType source : sources) {
      List<ElementType> targets = List.copyOf(RandomRules.targets(source));
      ElementType target = targets.get(random.nextInt(targets.size()));
      Conversion conversion = RandomRules.of(source, target, 1, random).getFirst();
      int count = 1 + random.nextInt(isBrief() ? 70 : 3000);
      SplitPlan colors = SplitPlan.of(Layout.of(source, count, 3), 1, Cut.intoEqualParts(3));
      check(colors.converted(conversion), random);
      SplitPlan planes = SplitPlan.of(Layout.of(source, count, 4), 1, Cut.intoEqualParts(4));
      check(planes.only(0, 1, 3).converted(conversion), random);
      SplitPlan alpha = SplitPlan.of(Layout.of(source, count, 4), 1, Cut.byLengths(3, 1));
      check(alpha.only(random.nextInt(2)).converted(conversion), random);
    }
  }

  /// Random shapes, types, lengths and rules, between memory of all kinds.
  @RandomTest(gate = 1, thorough = 20)
  void convertsRandomPlans(long seed) {
    Random random = new Random(seed);
    RandomSplit splits = new RandomSplit(random, isBrief() ? 500 : 20_000);
    for (int i = 0; i < plans(400); i++) {
      SplitPlan plan = RandomRules.converted(splits.plan(), random);
      if (plan.conversion().isPresent()) {
        check(plan, random);
      }
    }
  }
}
