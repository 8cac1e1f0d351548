package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.SplitterContract;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The contract on the kernels on vectors.
@Tag("kernels")
final class VectorSplitterTest {

  /// Once more on AVX2.
  @Nested
  final class Alone extends SplitterContract {
    @Override
    protected Splitter open() {
      return CpuSplitter.open(1, CpuKernels.VECTOR);
    }

    @Override
    protected boolean isQuick() {
      return true;
    }
  }

  @Test
  void isThere() {
    assertThat(Vectors.here().isThere()).as(Vectors.here().toString()).isTrue();
  }

  /// Threads that share the first call of a plan settle its windows at the same time, and each of
  /// them needs prepared ones in all later calls.
  @Test
  void preparesWindowsForManyThreadsAtOnce() {
    for (int round = 0; round < 2; round++) {
      try (Splitter splitter = CpuSplitter.open(4, CpuKernels.VECTOR)) {
        for (int pitch = 10; pitch < 30; pitch++) {
          Layout rows = Layout.of(ElementType.U8, ((1 << 20) + 64) / pitch, pitch);
          SplitPlan plan = SplitPlan.of(rows, 1, Cut.byLengths(3, 5, pitch - 8));
          MemorySegment data = MemorySegment.ofArray(new byte[(int) rows.bytes()]);
          for (int call = 0; call < 2; call++) {
            assertThat(splitter.split(plan, data, Arena.ofAuto())).hasSize(3);
          }
        }
      }
    }
  }
}
