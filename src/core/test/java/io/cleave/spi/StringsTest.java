package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StringsTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.STRING, 2, 3), 1, Cut.byLengths(1, 0, 2));

  private final HostSplitterTest.Recorder splitter = new HostSplitterTest.Recorder();
  private final String[] data = {"a", "b", "c", "d", "e", "f"};

  @Test
  void makesNewArrays() {
    List<String[]> parts = splitter.split(PLAN, data);
    assertThat(parts).hasSize(3);
    assertThat(parts.get(0)).containsExactly("a", "d");
    assertThat(parts.get(1)).isEmpty();
    assertThat(parts.get(2)).containsExactly("b", "c", "e", "f");
    assertThat(splitter.plans).as("a twin never sees strings").isEmpty();
  }

  @Test
  void makesTheArraysOfThePlanInItsOrder() {
    assertThat(splitter.split(PLAN.only(2, 0), data))
        .containsExactly(new String[] {"b", "c", "e", "f"}, new String[] {"a", "d"});
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
    SplitPlan numbers = SplitPlan.of(Layout.of(ElementType.U8, 6), 0, Cut.byLengths(6));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(numbers, data))
        .withMessage("the plan is for u8; strings need a plan for the type string");
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 31, 1L << 40, Long.MAX_VALUE})
  void refusesAPlanForMoreStringsThanTheDataHasBeforeItMakesArrays(long elements) {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.STRING, elements), 0, Cut.byLengths(2, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(plan, data))
        .withMessage("the data takes %d strings; the array has 6", elements);
  }
}
