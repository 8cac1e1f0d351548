package io.cleave.ir.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.ForeignArena;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Which plans no model says, and which data it cannot hold.
class SplitModelRefusalTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(2, 6), ElementType.F32, 1, 3, 3);

  @Test
  void aPlanThatConverts() {
    SplitPlan converted = PLAN.converted(Conversion.to(ElementType.F16).scale(2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitModel.of(converted))
        .withMessage(
            "a model's split moves values as they are, and the plan converts them: %s; write the"
                + " plan as it was before it was converted",
            converted);
  }

  @Test
  void thePlanOfSlices() {
    SplitPlan slices = PLAN.stacked(0).slices();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitModel.of(slices))
        .withMessage(
            "a model's split makes a tensor of each part, and the plan stacks them: %s; write the"
                + " plan as it was before it was stacked",
            slices);
    assertThat(SplitModel.of(PLAN).outputs()).isEqualTo(2);
  }

  @Test
  void dataOfAnotherThread() throws InterruptedException {
    MemorySegment foreign = ForeignArena.memory(48);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitModel.of(PLAN).withData(foreign))
        .withMessage(
            "the data belongs to the confined arena of another thread; make the model there, or use"
                + " Arena.ofShared()");
  }
}
