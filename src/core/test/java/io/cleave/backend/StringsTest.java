package io.cleave.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StringsTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(2, 3), ElementType.STRING, 1, 1, 0, 2);

  private final HostSplitterTest.Recorder splitter = new HostSplitterTest.Recorder();
  private final String[] data = {"a", "b", "c", "d", "e", "f"};

  private void refuses(SplitPlan plan, List<String @Nullable []> parts, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(plan, data, parts))
        .withMessageStartingWith(message);
  }

  @Test
  void makesNewArrays() {
    List<String @Nullable []> parts = splitter.split(PLAN, data);
    assertThat(parts).hasSize(3);
    assertThat(parts.get(0)).containsExactly("a", "d");
    assertThat(parts.get(1)).isEmpty();
    assertThat(parts.get(2)).containsExactly("b", "c", "e", "f");
    assertThat(splitter.plans).as("a twin never sees strings").isEmpty();
  }

  @Test
  void fillsTheCallersArraysAndSkipsNullOnes() {
    String[] last = new String[4];
    splitter.split(PLAN, data, Arrays.asList(null, null, last));
    assertThat(last).containsExactly("b", "c", "e", "f");
  }

  @Test
  void makesNoArrayThatThePlanDoesNotWant() {
    List<String @Nullable []> parts = splitter.split(PLAN.only(0), data);
    assertThat(parts.get(0)).containsExactly("a", "d");
    assertThat(parts.get(1)).isNull();
    assertThat(parts.get(2)).isNull();
  }

  @Test
  void refusesOutputsThatDoNotFitThePlan() {
    refuses(
        PLAN,
        List.<String @Nullable []>of(new String[2]),
        "the plan has 3 parts; 1 outputs are given");
    refuses(
        PLAN, Arrays.asList(null, null, new String[3]), "part 2 takes 4 strings; the array has 3");
    refuses(
        PLAN.without(0),
        Arrays.asList(new String[2], null, null),
        "part 0 is not wanted by the plan");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 7})
  void refusesDataOfAnotherLength(int length) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN, new String[length]))
        .withMessage("the data takes 6 strings; the array has %d", length);
  }

  @Test
  void refusesOneArrayInTwoPlaces() {
    String[] half = new String[3];
    SplitPlan halves = SplitPlan.intoEqualParts(Shape.of(6), ElementType.STRING, 0, 2);
    refuses(
        halves,
        List.of(half, half),
        "part 1 is the same array as the data or another part; give each its own");
    SplitPlan whole = SplitPlan.byLengths(Shape.of(6), ElementType.STRING, 0, 6);
    refuses(
        whole,
        List.<String @Nullable []>of(data),
        "part 0 is the same array as the data or another part; give each its own");
    assertThat(half).containsOnlyNulls();
  }

  @Test
  void refusesAPlanForNumbers() {
    SplitPlan numbers = SplitPlan.byLengths(Shape.of(6), ElementType.U8, 0, 6);
    String message = "the plan is for u8; strings need a plan for the type string";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(numbers, data))
        .withMessage(message);
    refuses(numbers, List.<String @Nullable []>of(new String[6]), message);
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 31, 1L << 40, Long.MAX_VALUE})
  void refusesAPlanForMoreStringsThanTheDataHasBeforeItMakesArrays(long elements) {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(elements), ElementType.STRING, 0, 2, -1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(plan, data))
        .withMessage("the data takes %d strings; the array has 6", elements);
  }
}
