package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Splitter;
import io.cleave.conformance.NaiveSplit;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A hundred thousand parts of 0 to 3 bytes, in three rows.
class ManyPartsTest {
  @Test
  void plainJavaSplitsIntoThem() {
    long[] lengths = new long[100_000];
    Arrays.setAll(lengths, i -> i % 4);
    int row = (int) Arrays.stream(lengths).sum();
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 3, row), 1, Cut.byLengths(lengths));
    byte[] data = new byte[3 * row];
    new Random(1).nextBytes(data);
    List<byte[]> parts = plan.parts().stream().map(part -> new byte[(int) part.bytes()]).toList();
    try (Splitter splitter = CpuSplitter.open(2)) {
      splitter.split(
          plan, MemorySegment.ofArray(data), parts.stream().map(MemorySegment::ofArray).toList());
    }
    NaiveSplit oracle = new NaiveSplit(plan.data().shape(), 1, lengths);
    List<byte[]> expected = oracle.split(MemorySegment.ofArray(data), ElementType.U8);
    assertThat(parts.toArray(byte[][]::new)).isDeepEqualTo(expected.toArray(byte[][]::new));
  }
}
