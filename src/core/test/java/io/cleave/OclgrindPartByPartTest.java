package io.cleave;

import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.SplitCheck;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A launch for each part, which GPUs get only when it is asked for: a few plans of every kind.
@Tag("driver")
class OclgrindPartByPartTest {
  private static final List<SplitPlan> PLANS =
      List.of(
          SplitPlan.of(Layout.of(ElementType.U8, 7, 61), 1, Cut.byLengths(3, 0, 50, 8)),
          SplitPlan.of(Layout.of(ElementType.U8, 3, 305), 1, Cut.byLengths(5, 300)),
          SplitPlan.of(Layout.of(ElementType.U8, 2, 257), 1, Cut.byLengths(1, 256)),
          SplitPlan.of(Layout.of(ElementType.F32, 9, 40), 1, Cut.byLengths(4, 36)),
          SplitPlan.of(Layout.of(ElementType.F16, 100, 3), 0, Cut.byLengths(40, 59, 1)),
          SplitPlan.of(Layout.of(ElementType.U3, 13, 11), 1, Cut.byLengths(2, 5, 4)),
          SplitPlan.of(Layout.of(ElementType.U8, 13, 5), 1, Cut.byLengths(3, 2))
              .converted(Conversion.to(ElementType.F16)));

  @Test
  void finishesWithoutComplaint() throws IOException {
    Random random = new Random(1);
    try (Splitter splitter = Twin.asOnAGpu(OclgrindTwin.PLATFORM, Route.PER_PART, 1 << 28)) {
      PLANS.forEach(plan -> SplitCheck.check(splitter, plan, random));
    }
    OclgrindTwin.itHadNothingToSay();
  }
}
