package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.backend.IdleSplitter;
import io.cleave.backend.OpenClException;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What becomes of the memory of a trial that comes to nothing.
class EntranceTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(4096, 96), ElementType.U8, 1, 32, 64);

  @Test
  void whereTheExpectedOneFailsTheMemoryIsGivenBack() {
    FailingSplitter expected = new FailingSplitter();
    assertThatExceptionOfType(OpenClException.class)
        .isThrownBy(() -> new Entrance(PLAN, MemoryClass.usual(), expected, () -> false));
    assertThat(expected.met)
        .hasSize(3)
        .allSatisfy(memory -> assertThat(memory.scope().isAlive()).isFalse());
  }

  /// Keeps what it was given, and fails.
  private static final class FailingSplitter extends IdleSplitter {
    private final List<MemorySegment> met = new ArrayList<>();

    @Override
    protected void carryOut(
        SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
      met.add(data);
      for (MemorySegment part : parts) {
        if (part != null) {
          met.add(part);
        }
      }
      throw new OpenClException("clEnqueueNDRangeKernel", -5, "a trial");
    }

    @Override
    protected void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
      throw new AssertionError("no stack is tried");
    }
  }
}
