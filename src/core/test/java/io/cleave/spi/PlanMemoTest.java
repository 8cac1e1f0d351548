package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Values are derived once while they are cached, and never confused.
class PlanMemoTest {
  private final List<SplitPlan> derived = new ArrayList<>();
  private final PlanMemo<String> memo =
      new PlanMemo<>(
          plan -> {
            derived.add(plan);
            return plan.toString();
          });

  private static SplitPlan plan(int rows, int parts) {
    return SplitPlan.of(Layout.of(ElementType.U8, rows, parts), 1, Cut.intoEqualParts(parts));
  }

  @Test
  void equalPlansAreDerivedOnce() {
    String first = memo.of(plan(3, 2));
    assertThat(memo.of(plan(3, 2))).isSameAs(first);
    assertThat(derived).hasSize(1);
  }

  @Test
  void plansOfManyPartsAreNotKept() {
    for (int parts : new int[] {PlanMemo.MOST_PARTS, PlanMemo.MOST_PARTS + 1}) {
      memo.of(plan(1, parts));
      memo.of(plan(1, parts));
    }
    assertThat(derived).hasSize(3);
  }
}
