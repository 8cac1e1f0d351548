package io.cleave.cpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.RouteExplanation;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.SplitterContract;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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

    @Override
    protected boolean isQuick() {
      return true;
    }
  }

  @Nested
  final class ByFourThreads extends SplitterContract {
    @Override
    protected Splitter open() {
      return CpuSplitter.open(4);
    }

    @Override
    protected boolean isQuick() {
      return true;
    }
  }

  @Test
  void explainsRowsOfBitsOfAnyLength() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U1, 1, 1L << 62), 1, Cut.byLengths(1, -1));
    try (CpuSplitter splitter = CpuSplitter.open(2)) {
      assertThat(splitter.route(plan).steps())
          .extracting(RouteExplanation.Step::action)
          .containsExactly("put each part together from its runs, 512 KiB at a time, by 2 threads");
    }
  }

  @Test
  void explainsRowsOfConvertedBytesOfAnyLength() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 1, 1L << 57), 1, Cut.byLengths(1, -1));
    try (CpuSplitter splitter = CpuSplitter.open(1)) {
      assertThat(splitter.route(plan.converted(Conversion.to(ElementType.BF16))).steps())
          .extracting(RouteExplanation.Step::action)
          .containsExactly("convert tiles of up to 1 rows, part by part, by the calling thread");
    }
  }

  /// Helpers share what is small where calls follow each other closely, and else do not.
  @Test
  void sharesSmallWorkNowAndThen() throws InterruptedException {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U8, 3000, 100), 1, Cut.byLengths(33, 60, 7));
    try (CpuSplitter splitter = CpuSplitter.open(3);
        Arena arena = Arena.ofShared()) {
      byte[] content = new byte[(int) plan.data().bytes()];
      new Random(1).nextBytes(content);
      MemorySegment data =
          arena.allocate(plan.data().bytes()).copyFrom(MemorySegment.ofArray(content));
      for (int call = 0; call < 200; call++) {
        if (call % 20 == 0) {
          Thread.sleep(1);
        }
        MemorySegment[] parts = new MemorySegment[3];
        Arrays.setAll(parts, i -> arena.allocate(plan.part(i).bytes()));
        splitter.split(plan, data, List.of(parts));
        for (int i = 0; i < 3; i++) {
          assertThat(parts[i].toArray(JAVA_BYTE)).isEqualTo(runs(content, plan, plan.part(i)));
        }
      }
    }
  }

  private static byte[] runs(byte[] content, SplitPlan plan, Part part) {
    return SplitCheck.expected(part, plan, MemorySegment.ofArray(content));
  }
}
