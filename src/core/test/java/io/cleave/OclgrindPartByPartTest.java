package io.cleave;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.SplitCheck;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A launch for each part, which GPUs get only when it is asked for: a few plans of every kind.
@Tag("oclgrind")
class OclgrindPartByPartTest {
  private static final List<SplitPlan> PLANS =
      List.of(
          SplitPlan.byLengths(Shape.of(7, 61), ElementType.U8, 1, 3, 0, 50, 8),
          SplitPlan.byLengths(Shape.of(3, 305), ElementType.U8, 1, 5, 300),
          SplitPlan.byLengths(Shape.of(2, 257), ElementType.U8, 1, 1, 256),
          SplitPlan.byLengths(Shape.of(9, 40), ElementType.F32, 1, 4, 36),
          SplitPlan.byLengths(Shape.of(100, 3), ElementType.F16, 0, 40, 59, 1),
          SplitPlan.byLengths(Shape.of(13, 11), ElementType.U3, 1, 2, 5, 4),
          SplitPlan.byLengths(Shape.of(13, 5), ElementType.U8, 1, 3, 2)
              .converted(Conversion.to(ElementType.F16)));

  @Test
  void finishesWithoutComplaint() throws IOException {
    Random random = new Random(1);
    try (Splitter splitter = Twin.asOnAGpu(OclgrindTwin.PLATFORM, Route.PER_PART)) {
      PLANS.forEach(plan -> SplitCheck.check(splitter, plan, random));
    }
    OclgrindTwin.itHadNothingToSay();
  }
}
