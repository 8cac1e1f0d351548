package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.HostResidence;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidenceContract;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.SplitExample;
import io.cleave.spi.SplitterContract;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The contract on the pure-Java twin, with helpers and without.
@Tag("c2")
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

  /// The loops are the same.
  @Nested
  final class ByFourThreads extends SplitterContract {
    @Override
    protected Splitter open() {
      return CpuSplitter.open(4);
    }
  }

  @Nested
  final class Resident extends ResidenceContract {
    @Override
    protected Residence open() {
      return new HostResidence(CpuSplitter.open(1));
    }
  }

  @Test
  void explainsRowsOfAnyLength() {
    SplitPlan bits = SplitPlan.of(Layout.of(ElementType.U1, 1, 1L << 62), 1, Cut.byLengths(1, -1));
    SplitPlan bytes = SplitPlan.of(Layout.of(ElementType.U8, 1, 1L << 57), 1, Cut.byLengths(1, -1));
    SplitPlan converted = bytes.converted(Conversion.to(ElementType.BF16));
    try (CpuSplitter splitter = CpuSplitter.open(2)) {
      assertThat(splitter.explain(bits))
          .contains("put each part together from its runs, 512 KiB at a time, by 2 threads");
      assertThat(splitter.explain(converted)).contains("convert tiles of up to 1 rows");
    }
  }

  /// One slice has long runs, and the rows of the whole are longer than these.
  @Test
  void joinsLongRunsWithShortOnes() {
    SplitPlan parts = SplitPlan.of(Layout.of(ElementType.U8, 3000, 216), 1, Cut.byLengths(200, 16));
    byte[] data = new byte[3000 * 216];
    new Random(1).nextBytes(data);
    byte[] joined = new byte[data.length];
    try (CpuSplitter splitter = CpuSplitter.open(2)) {
      splitter.split(
          parts.only(1, 0).joined(1), MemorySegment.ofArray(data), MemorySegment.ofArray(joined));
    }
    for (int at = 0; at < data.length; at += 216) {
      assertThat(Arrays.equals(joined, at, at + 16, data, at + 200, at + 216)).isTrue();
      assertThat(Arrays.equals(joined, at + 16, at + 216, data, at, at + 200)).isTrue();
    }
  }

  /// Helpers share what is small where calls follow each other closely, and else do not.
  @Test
  void sharesSmallWorkNowAndThen() throws InterruptedException {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U8, 3000, 100), 1, Cut.byLengths(33, 60, 7));
    SplitExample example =
        SplitExample.any(plan, SplitCheck.bytes(plan, new Random(1)), new Random(1));
    try (CpuSplitter splitter = CpuSplitter.open(3)) {
      for (int call = 0; call < 200; call++) {
        if (call % 20 == 0) {
          Thread.sleep(1);
        }
        example.inPlace().check(splitter);
      }
    }
  }
}
