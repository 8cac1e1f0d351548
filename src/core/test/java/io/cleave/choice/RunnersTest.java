package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Who is judged, and who is not.
class RunnersTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(4096, 96), ElementType.U8, 1, 32, 64);

  @AutoClose private final TestCandidate first = TestCandidate.named("first");
  @AutoClose private final TestCandidate second = TestCandidate.named("second");
  private final Runners runners = new Runners(PLAN, MemoryClass.NATIVE, List.of(first, second));
  private final Contest contest =
      new Contest(new Occasion("a plan", List.of()), List.of(first, second));

  /// However busy the machine is: the expected one takes its time.
  @Test
  void whoIsTriedIsFit() {
    first.taking(20_000_000);
    runners.makeFit(contest, new Complaints(), () -> false);
    assertThat(runners.fitness().has(1)).isTrue();
  }

  /// Other splitters of the process are in the same contest.
  @Test
  void nobodyIsJudgedByATrialThatWasCutShort() {
    // It is opened to be warmed, and again to be judged.
    runners.makeFit(contest, new Complaints(), () -> second.opened() > 1);
    assertThat(second.opened()).isEqualTo(2);
    assertThat(contest.isDecided()).isFalse();
    assertThat(contest.needs(1)).isTrue();
    assertThat(runners.fitness().has(1)).isFalse();
  }
}
