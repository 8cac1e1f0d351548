package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Route;
import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// The contract on the pure-Java twin, with helpers and without.
final class CpuSplitterTest {
  @Nested
  final class Alone extends SplitterContract {
    @Override
    protected Splitter open() {
      return CpuSplitter.open(1);
    }
  }

  @Nested
  final class ByFourThreads extends SplitterContract {
    @Override
    protected Splitter open() {
      return CpuSplitter.open(4);
    }
  }

  @Test
  void explainsRowsOfBitsOfAnyLength() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(1, 1L << 62), ElementType.U1, 1, 1, -1);
    try (CpuSplitter splitter = CpuSplitter.open(2)) {
      assertThat(splitter.explain(plan).steps())
          .extracting(Route.Step::action)
          .containsExactly("put each part together from its runs, 512 KiB at a time, by 2 threads");
    }
  }
}
