package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.RouteName;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A thousand parts that each wait for a thousand launches would be a million notes of the driver.
class WaitListTest {
  private static final int PARTS = 1000;

  /// Counts the events that ways back to the host wait for.
  private static final class Counting extends RelaySession<FakeMemory, FakeEvent> {
    private long waits;

    Counting(boolean sharesMemory) {
      super(new FakeSession(1, true, sharesMemory));
    }

    @Override
    public FakeEvent read(
        FakeMemory from, long fromAt, MemorySegment to, List<? extends FakeEvent> after) {
      waits += after.size();
      return super.read(from, fromAt, to, after);
    }

    @Override
    public FakeEvent publish(FakeMemory adopted, List<? extends FakeEvent> after) {
      waits += after.size();
      return super.publish(adopted, after);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void growsWithThePartsAndNoFaster(boolean sharesMemory) {
    Counting session = new Counting(sharesMemory);
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(2, PARTS), ElementType.U8, 1, PARTS);
    try (var splitter = new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.PER_PART);
        Arena arena = Arena.ofConfined()) {
      List<MemorySegment> parts = new ArrayList<>();
      plan.parts().forEach(part -> parts.add(arena.allocate(part.bytes(), 16)));
      splitter.split(plan, arena.allocate(plan.bytes(), 16), parts);
    }
    assertThat(session.waits).isEqualTo(PARTS);
  }
}
