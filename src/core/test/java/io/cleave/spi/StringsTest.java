package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
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
  void makesNoArrayThatThePlanDoesNotWant() {
    List<String @Nullable []> parts = splitter.split(PLAN.only(0), data);
    assertThat(parts.get(0)).containsExactly("a", "d");
    assertThat(parts.get(1)).isNull();
    assertThat(parts.get(2)).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 7})
  void refusesDataOfAnotherLength(int length) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN, new String[length]))
        .withMessage("the data takes 6 strings; the array has %d", length);
  }

  @Test
  void refusesAPlanForNumbers() {
    SplitPlan numbers = SplitPlan.byLengths(Shape.of(6), ElementType.U8, 0, 6);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(numbers, data))
        .withMessage("the plan is for u8; strings need a plan for the type string");
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
