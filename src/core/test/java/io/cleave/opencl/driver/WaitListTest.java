package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A thousand parts that each wait for a thousand launches would be a million notes of the driver.
@Tag("device")
class WaitListTest {
  private static final int PARTS = 1000;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void growsWithThePartsAndNoFaster(boolean shares) {
    TestSplitters<?, ?> device = TestSplitters.through(Binding.LWJGL);
    Pretence pretence = shares ? Pretence.NONE.asAnAccelerator() : Pretence.NONE.asAGpu();
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U8, 2, PARTS), 1, Cut.intoEqualParts(PARTS));
    AtomicLong waits = new AtomicLong();
    try (Splitter splitter = device.open(pretence, Route.PER_PART);
        Arena arena = Arena.ofConfined()) {
      device
          .driver()
          .detour(
              (function, arguments, real) -> {
                if (function.equals("clEnqueueReadBuffer")) {
                  waits.addAndGet(Signature.number(arguments, 6));
                }
                return real.with(arguments);
              });
      List<MemorySegment> parts = new ArrayList<>();
      plan.parts().forEach(part -> parts.add(arena.allocate(part.bytes(), 16)));
      splitter.split(plan, arena.allocate(plan.data().bytes(), 16), parts);
    }
    assertThat(waits).hasValue(PARTS);
  }
}
