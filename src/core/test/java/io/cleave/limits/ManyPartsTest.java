package io.cleave.limits;

import io.cleave.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
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
    List<byte[]> parts = new ArrayList<>();
    plan.parts().forEach(part -> parts.add(new byte[(int) part.bytes()]));
    try (Splitter splitter = CpuSplitter.open(2)) {
      splitter.split(
          plan, MemorySegment.ofArray(data), parts.stream().map(MemorySegment::ofArray).toList());
    }
    int start = 0;
    for (Part part : plan.parts()) {
      int run = (int) lengths[part.index()];
      for (int i = 0; i < 3 * run; i++) {
        if (parts.get(part.index())[i] != data[i / run * row + start + i % run]) {
          throw new AssertionError("byte %s of %s".formatted(i, part));
        }
      }
      start += run;
    }
  }
}
