package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.cleave.Splitter;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What is converted takes memory for a tile at a time, however many parts there are: a part of one
/// element takes no more than a few hundred bytes.
class ConvertedMemoryTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int PARTS = 1024;

  private static final long MUCH = 2L << 20;

  @Test
  void aBenchForEachOfManyPartsIsAsSmallAsThePart() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.F32, 1, PARTS), 1, Cut.intoEqualParts(PARTS));
    assertThat(allocated(plan.converted(Conversion.to(ElementType.F16)))).isLessThan(MUCH);
  }

  @Test
  void partsThatAreConvertedAlikeShareOneTable() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U8, 1, PARTS), 1, Cut.intoEqualParts(PARTS));
    assertThat(allocated(plan.converted(Conversion.to(ElementType.F64)))).isLessThan(MUCH);
  }

  @Test
  void oneLongPartMakesTheOthersNoLarger() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.F32, 64, PARTS), 1, Cut.byLengths(lengths()));
    assertThat(allocated(plan.converted(Conversion.to(ElementType.F16)))).isLessThan(MUCH);
  }

  @Test
  void norDoesItWherePartsAreJoined() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.I64, 1, PARTS), 1, Cut.byLengths(lengths()));
    assertThat(allocated(plan.joined(1))).isLessThan(MUCH);
  }

  /// 512 elements, and 512 of one each.
  private static long[] lengths() {
    long[] lengths = new long[PARTS / 2 + 1];
    Arrays.fill(lengths, 1);
    lengths[0] = PARTS / 2;
    return lengths;
  }

  private static long allocated(SplitPlan plan) {
    MemorySegment data = Arena.ofAuto().allocate(plan.data().bytes());
    List<MemorySegment> parts =
        plan.parts().stream().map(Part::bytes).map(Arena.ofAuto()::allocate).toList();
    return allocated(splitter -> splitter.split(plan, data, parts));
  }

  /// Once before, since a first call loads classes.
  private static long allocated(Consumer<Splitter> split) {
    long before = 0;
    for (int i = 0; i < 2; i++) {
      try (CpuSplitter splitter = CpuSplitter.open(1, CpuKernels.PLAIN)) {
        before = THREADS.getCurrentThreadAllocatedBytes();
        split.accept(splitter);
      }
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
