package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Seeds;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// A whole tensor above 4 GiB, all of which is there: every byte of it goes to its part. Parts are
/// made one after the other, so that data and part together stay below 6 GiB.
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class DenseTensorTest {
  private static final long BYTES = (4L << 30) + 1000;

  @BeforeEach
  void needsMemory() {
    assumeTrue(Seeds.rounds(0, 1) == 1, "takes 6 GiB; -Pthorough tries it");
  }

  /// Short runs in half a billion rows.
  @Test
  void ofManyRowsIsSplit() {
    splits(SplitPlan.byLengths(Shape.of(BYTES / 7, 7), ElementType.U8, 1, 1, 2, 1, 3));
  }

  /// Runs of half a GiB.
  @Test
  void ofLongRowsIsSplit() {
    long row = BYTES / 3;
    splits(SplitPlan.byLengths(Shape.of(3, row), ElementType.U8, 1, row / 3, row / 3 + 5, -1));
  }

  private static void splits(SplitPlan plan) {
    try (SparseMemory data = SparseMemory.allocate(plan.bytes());
        Splitter splitter = CpuSplitter.open(2, CpuKernels.VECTOR)) {
      fill(data.memory());
      for (Part part : plan.parts()) {
        splits(splitter, plan.only(part.index()), part.index(), data.memory());
      }
    }
  }

  /// Each word is a hash of its own place.
  private static void fill(MemorySegment data) {
    for (long at = 0; at + Long.BYTES <= data.byteSize(); at += Long.BYTES) {
      data.set(ValueLayout.JAVA_LONG, at, hash(at));
    }
  }

  private static long hash(long word) {
    return (word + 1) * 0x9E3779B97F4A7C15L;
  }

  private static void splits(Splitter splitter, SplitPlan plan, int index, MemorySegment data) {
    Part part = plan.part(index);
    try (SparseMemory made = SparseMemory.allocate(part.bytes())) {
      List<MemorySegment> parts = new ArrayList<>();
      plan.parts().forEach(one -> parts.add(one.isWanted() ? made.memory() : null));
      splitter.split(plan, data, parts);
      long row = plan.shape().volume() / plan.rows();
      long run = part.bytes() / plan.rows();
      long wrong = 0;
      for (long at = 0; at < part.bytes(); at++) {
        long from = at / run * row + part.start() + at % run;
        byte expected = data.get(ValueLayout.JAVA_BYTE, from);
        wrong += made.memory().get(ValueLayout.JAVA_BYTE, at) == expected ? 0 : 1;
      }
      assertThat(wrong).as("wrong bytes of %s", part).isZero();
    }
  }
}
