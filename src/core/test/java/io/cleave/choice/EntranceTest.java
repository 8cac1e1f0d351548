package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.backend.IdleSplitter;
import io.cleave.backend.OpenClException;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

  /// Keeps what it was given, and fails.
  private static final class FailingSplitter extends IdleSplitter {
    final List<MemorySegment> met = new ArrayList<>();

    @Override
    protected void carryOut(
        SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
      met.add(data);
      parts.forEach(part -> met.add(Objects.requireNonNull(part)));
      throw new OpenClException("clEnqueueNDRangeKernel", -5, "a trial");
    }
  }
}
