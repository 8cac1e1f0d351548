package io.cleave.ir.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.ForeignArena;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
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

  /// Which one array holds with axis and lengths behind it: 24 bytes, from a multiple of 8 on.
  @Test
  void dataThatLeavesNoRoomForAxisAndLengths() {
    List<SplitFeed> operands = SplitModel.of(PLAN).feeds().subList(1, 3);
    long most = Integer.MAX_VALUE - 8;
    long fitting = most - most % 8 - 24;
    SplitWeights.requireFit(fitting, operands);
    SplitWeights.requireFit(most, List.of());
    for (long bytes : new long[] {fitting + 1, most}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SplitWeights.requireFit(bytes, operands))
          .withMessageStartingWith(
              "the constants of a model are written with at most 2147483639 bytes together, not ")
          .withMessageEndingWith("; make the data a parameter");
    }
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
