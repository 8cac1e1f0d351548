package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.backend.IdleSplitter;
import io.cleave.backend.OpenClException;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What memory a trial takes, and what becomes of it where the trial comes to nothing.
class EntranceTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(4096, 96), ElementType.U8, 1, 32, 64);

  @Test
  void whereTheExpectedOneFailsTheMemoryIsGivenBack() {
    FailingSplitter expected = new FailingSplitter();
    assertThatExceptionOfType(OpenClException.class)
        .isThrownBy(() -> new Entrance(PLAN, MemoryClass.NATIVE, expected, () -> false));
    assertThat(expected.met)
        .hasSize(3)
        .allSatisfy(memory -> assertThat(memory.scope().isAlive()).isFalse());
  }

  /// The parts may be many times the data.
  @Test
  void whatBecomesTooLargeIsNotTried() {
    SplitPlan bits = SplitPlan.intoEqualParts(Shape.of(1, 1 << 24), ElementType.U1, 1, 2);
    assertThat(Entrance.isFor(bits)).isTrue();
    SplitPlan halves = bits.converted(Conversion.to(ElementType.F16));
    assertThat(Entrance.isFor(halves)).isFalse();
    assertThat(Entrance.isFor(halves.only())).isTrue();
  }

  @Test
  void fewRowsThatAreManyAreTheSameMemory() {
    SplitPlan row = SplitPlan.intoEqualParts(Shape.of(3, 1 << 20), ElementType.U8, 1, 2);
    MeetingSplitter expected = new MeetingSplitter();
    new Entrance(row, MemoryClass.NATIVE, expected, () -> false).close();
    assertThat(expected.met.stream().distinct()).hasSize(3);
  }

  /// Keeps what it was given.
  private static class MeetingSplitter extends IdleSplitter {
    final List<MemorySegment> met = new ArrayList<>();

    @Override
    protected void carryOut(
        SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
      met.add(data);
      for (MemorySegment part : parts) {
        if (part != null) {
          met.add(part);
        }
      }
    }

    @Override
    protected void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
      throw new AssertionError("no stack is tried");
    }
  }

  /// The same, and fails.
  private static final class FailingSplitter extends MeetingSplitter {
    @Override
    protected void carryOut(
        SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
      super.carryOut(plan, data, parts);
      throw new OpenClException("clEnqueueNDRangeKernel", -5, "a trial");
    }
  }
}
