package io.cleave.opencl.lwjgl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.Route;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.run.OpenClSplitter;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// One session, several routes: what a race needs.
@Tag("device")
class SplitterOnRoutesTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 1000, 5), 1, Cut.byLengths(3, 2));

  private static OpenClSplitter<?, ?> open() {
    return new OpenClSplitter<>(
        ClSession.open(new LwjglApi(), PlatformUnderTest.device(new LwjglApi())),
        CpuSplitter.open(1),
        Route.AUTO);
  }

  @Test
  void everyCandidateSplits() {
    try (OpenClSplitter<?, ?> splitter = open();
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(PLAN.data().bytes(), 64);
      data.set(ValueLayout.JAVA_BYTE, 4, (byte) 9);
      List<Route> candidates = splitter.candidates(PLAN);
      assertThat(candidates).contains(Route.FUSED, Route.COMPILED, Route.STREAMED);
      for (Route route : candidates) {
        try (OpenClSplitter<?, ?> view = splitter.onRoute(route)) {
          List<MemorySegment> parts =
              PLAN.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
          view.split(PLAN, data, parts);
          assertThat(parts.get(1).get(ValueLayout.JAVA_BYTE, 1)).isEqualTo((byte) 9);
        }
      }
    }
  }

  @Test
  void whatTheHostSplitsHasNoCandidates() {
    SplitPlan strings = SplitPlan.of(Layout.of(ElementType.STRING, 4), 0, Cut.intoEqualParts(2));
    try (OpenClSplitter<?, ?> splitter = open()) {
      assertThat(splitter.candidates(strings)).isEmpty();
      assertThat(splitter.candidates(PLAN.only())).isEmpty();
    }
  }

  @Test
  void closingTheWholeEndsItsRoutes() {
    OpenClSplitter<?, ?> splitter = open();
    OpenClSplitter<?, ?> view = splitter.onRoute(Route.FUSED);
    splitter.close();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(PLAN.data().bytes(), 64);
      List<MemorySegment> parts = List.of(arena.allocate(3000, 64), arena.allocate(2000, 64));
      assertThatIllegalStateException().isThrownBy(() -> view.split(PLAN, data, parts));
    }
    view.close();
  }
}
