package io.cleave.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Example;
import io.cleave.backend.SplitExample;
import io.cleave.backend.Spot;
import io.cleave.backend.StackExample;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShrinkerTest {
  private static final Chance CHANCE = new Chance(5000);

  /// The first example that goes wrong.
  private static Example first(Predicate<Example> goesWrong) {
    return LongStream.range(0, 10_000)
        .mapToObj(CHANCE::example)
        .filter(goesWrong)
        .findFirst()
        .orElseThrow();
  }

  private static Example smallest(Predicate<Example> goesWrong) {
    return new Shrinker(goesWrong, 20_000).smallest(first(goesWrong));
  }

  @Test
  void leavesOneElementWhereAllGoesWrong() {
    Example smallest =
        smallest(example -> example instanceof SplitExample && example.plan().bytes() > 0);
    assertThat(smallest.plan().shape().extents()).containsExactly(1);
    assertThat(smallest.plan().partCount()).isEqualTo(1);
    assertThat(smallest.plan().converts()).isFalse();
    SplitExample split = (SplitExample) smallest;
    assertThat(split.data()).isEqualTo(Spot.PLAIN);
    assertThat(split.outputs()).containsExactly(Optional.of(Spot.PLAIN));
    assertThat(split.isReadOnly()).isFalse();
    assertThat(split.content().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
  }

  @Test
  void leavesWhatMatters() {
    Example smallest =
        smallest(
            example ->
                example.plan().rows() >= 3
                    && example.plan().parts().stream().anyMatch(part -> part.length() == 5));
    assertThat(smallest.plan().rows()).isEqualTo(3);
    assertThat(smallest.plan().lengths()).containsExactly(5);
    assertThat(smallest.plan().shape().rank()).isEqualTo(2);
  }

  @Test
  void leavesTheConversionThatMatters() {
    Example smallest =
        smallest(
            example -> example.plan().partType() == ElementType.F16 && example.plan().converts());
    assertThat(smallest.plan().conversion()).hasToString("Optional[to f16, cast]");
    assertThat(smallest.plan().shape().volume()).isLessThanOrEqualTo(1);
  }

  @Test
  void leavesTheByteThatMatters() {
    Example smallest =
        smallest(
            example ->
                example instanceof SplitExample split
                    && split.content().byteSize() > 2
                    && split.content().get(ValueLayout.JAVA_BYTE, 2) == 7);
    assertThat(((SplitExample) smallest).content().toArray(ValueLayout.JAVA_BYTE))
        .startsWith(0, 0, 7)
        .hasSizeLessThanOrEqualTo(8);
  }

  @Test
  void leavesAStackOfTwo() {
    Example smallest =
        smallest(
            example -> example instanceof StackExample stack && stack.stack().order().size() >= 2);
    assertThat(((StackExample) smallest).stack().order()).hasSize(2);
    assertThat(smallest.plan().partCount()).isEqualTo(2);
    assertThat(smallest.plan().shape().volume()).isLessThanOrEqualTo(2);
  }

  @Test
  void endsWhenPatienceDoes() {
    int[] tries = {0};
    Example large = first(example -> example.plan().partCount() > 20);
    new Shrinker(_ -> tries[0]++ < 0, 17).smallest(large);
    assertThat(tries[0]).isEqualTo(17);
  }

  /// What is smaller is a right example as well: whoever splits rightly passes it.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void smallerExamplesAreRight(long seed) {
    try (Spoiled right = new Spoiled(_ -> false)) {
      List<Example> smaller = Smaller.than(new Chance(200).example(seed)).limit(60).toList();
      assertThat(smaller).isNotEmpty();
      smaller.forEach(example -> example.check(right));
    }
  }

  @Test
  void findsTheSmallestSplitThatASplitterGetsWrong() {
    Predicate<SplitPlan> when =
        plan ->
            plan.type().isSubByte() && plan.parts().stream().filter(p -> !p.isEmpty()).count() > 2;
    try (Spoiled wrong = new Spoiled(when)) {
      Way way = Way.always("wrong", wrong);
      Example smallest =
          smallest(
              example ->
                  example instanceof SplitExample && Sweep.failure(example, way).isPresent());
      assertThat(smallest.plan().parts()).hasSize(3).extracting(Part::length).containsOnly(1L);
      assertThat(smallest.plan().shape().extents()).containsExactly(3);
    }
  }
}
