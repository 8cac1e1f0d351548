package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Allocated;
import io.cleave.cpu.loops.ScratchPool;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Memory that conversions and joins take: a tile at a time, however many parts there are.
class ConvertedMemoryTest {
  private static final int PARTS = 1024;
  private static final long MUCH = 2L << 20;

  /// Many parts, and one long part beside many.
  static Stream<SplitPlan> plans() {
    long[] lengths = new long[PARTS / 2 + 1];
    Arrays.fill(lengths, 1);
    lengths[0] = PARTS / 2;
    Conversion halves = Conversion.to(ElementType.F16);
    Conversion doubles = Conversion.to(ElementType.F64);
    return Stream.of(
        plan(ElementType.F32, 1, Cut.intoEqualParts(PARTS)).converted(halves),
        plan(ElementType.U8, 1, Cut.intoEqualParts(PARTS)).converted(doubles),
        plan(ElementType.F32, 64, Cut.byLengths(lengths)).converted(halves),
        plan(ElementType.I64, 1, Cut.byLengths(lengths)).joined(1));
  }

  private static SplitPlan plan(ElementType type, long rows, Cut cut) {
    return SplitPlan.of(Layout.of(type, rows, PARTS), 1, cut);
  }

  @ParameterizedTest
  @MethodSource("plans")
  void isLittle(SplitPlan plan) {
    MemorySegment data = Arena.ofAuto().allocate(plan.data().bytes());
    List<MemorySegment> parts =
        plan.parts().stream().map(Part::bytes).map(Arena.ofAuto()::allocate).toList();
    long before = 0;
    // A first call loads classes.
    for (int i = 0; i < 2; i++) {
      try (CpuSplitter splitter = CpuSplitter.open(1, CpuKernels.PLAIN)) {
        before = Allocated.bytes();
        splitter.split(plan, data, parts);
      }
    }
    assertThat(Allocated.bytes() - before).isLessThan(MUCH);
  }

  @Test
  void isKeptForTheNextCalls() {
    ScratchPool<Object> pool = new ScratchPool<>(Object::new);
    Set<Object> used = Set.of(pool.take(), pool.take());
    used.forEach(pool::give);
    assertThat(Set.of(pool.take(), pool.take())).isEqualTo(used);
  }
}
