package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.SplitterContract;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Splitters of host memory on a processor, and several routes of one splitter.
@Tag("device")
class OpenClSplitterTest {
  @Nested
  @Tag("long")
  final class InPlace extends SplitterContract {
    @Override
    protected boolean worksInPlace() {
      return true;
    }

    @Override
    protected Splitter open() {
      return new TestSplitters<>(new LwjglApi()).inPlace(Route.AUTO);
    }
  }

  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 3008, 3), 1, Cut.intoEqualParts(3));

  private static OpenClSplitter<?, ?> open() {
    return new OpenClSplitter<>(
        ClSession.open(new LwjglApi(), PlatformUnderTest.device(new LwjglApi())),
        CpuSplitter.open(1),
        Route.AUTO);
  }

  private static void splits(Splitter splitter) {
    SplitCheck.checkInPlace(splitter, PLAN, new Random(1));
  }

  @Test
  void everyCandidateSplits() {
    try (OpenClSplitter<?, ?> splitter = open()) {
      List<Route> candidates = splitter.candidates(PLAN);
      assertThat(candidates).contains(Route.FUSED, Route.COMPILED, Route.STREAMED);
      for (Route route : candidates) {
        splits(splitter.onRoute(route));
      }
      SplitPlan strings = SplitPlan.of(Layout.of(ElementType.STRING, 4), 0, Cut.intoEqualParts(2));
      assertThat(splitter.candidates(strings)).as("split by the host").isEmpty();
      assertThat(splitter.candidates(PLAN.only())).as("nothing to split").isEmpty();
    }
  }

  @Test
  void closingTheWholeEndsItsRoutes() {
    OpenClSplitter<?, ?> splitter = open();
    OpenClSplitter<?, ?> view = splitter.onRoute(Route.FUSED);
    splitter.close();
    assertThatIllegalStateException().isThrownBy(() -> splits(view));
    view.close();
  }
}
