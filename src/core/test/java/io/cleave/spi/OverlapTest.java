package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.RandomTest;
import io.cleave.Refusal;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// No part overlaps the data or another part; touching is no overlap.
class OverlapTest {
  private static final SplitPlan HALVES = plan(8, 8);

  private final AbstractSplitterTest.Recorder splitter = new AbstractSplitterTest.Recorder();

  private static SplitPlan plan(long... lengths) {
    long total = LongStream.of(lengths).sum();
    return SplitPlan.of(Layout.of(ElementType.U8, total), 0, Cut.byLengths(lengths));
  }

  private static MemorySegment other(int size) {
    return MemorySegment.ofArray(new byte[size]);
  }

  private void refuses(String message, SplitPlan plan, MemorySegment data, MemorySegment... parts) {
    Refusal.refuses(
        () -> splitter.split(plan, data, parts),
        (message + "; give %s memory of its own").formatted(message.endsWith("p") ? "each" : "it"));
    assertThat(splitter.plans).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void isRefusedInMemoryOfEveryKind(MemoryKind kind) {
    MemorySegment memory = kind.allocate(32, Arena.ofAuto());
    MemorySegment data = memory.asSlice(8, 16);
    for (long at : new long[] {1, 7, 8, 12, 16, 23}) {
      String message = "part 1 overlaps the data";
      refuses(message, HALVES, data, other(8), memory.asSlice(at, 8));
      refuses(message, HALVES, data.asReadOnly(), other(8), memory.asSlice(at, 8));
    }
    for (long at : new long[] {1, 7, 8, 9, 15}) {
      String message = "part 0 and part 1 overlap";
      refuses(message, HALVES, other(16), memory.asSlice(8, 8), memory.asSlice(at, 8));
    }
  }

  @Test
  void twoSegmentsOfOneArrayAreTheSameMemory() {
    long[] array = new long[2];
    MemorySegment part = MemorySegment.ofArray(array).asSlice(8);
    refuses("part 0 overlaps the data", HALVES, MemorySegment.ofArray(array), part, other(8));
    refuses("part 0 and part 1 overlap", HALVES, other(16), part, part);
  }

  @RandomTest(gate = 3, thorough = 100)
  void isFoundExactlyWhenAComparisonOfAllPairsFindsIt(long seed) {
    Random random = new Random(seed);
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < 1000; i++) {
        List<MemorySegment> memories = List.of(arena.allocate(200), other(200), other(200));
        // Few parts are compared in pairs, many are sorted.
        long[] lengths = random.longs(1 + random.nextInt(12), 0, 9).toArray();
        SplitPlan plan = plan(lengths);
        List<MemorySegment> all = new ArrayList<>();
        all.add(anywhere(memories, plan.data().bytes(), random));
        LongStream.of(lengths).forEach(length -> all.add(anywhere(memories, length, random)));
        compare(plan, all, "seed " + seed + " case " + i + ": " + all);
      }
    }
  }

  private static MemorySegment anywhere(List<MemorySegment> some, long size, Random random) {
    MemorySegment memory = some.get(random.nextInt(some.size()));
    return memory.asSlice(random.nextLong(memory.byteSize() - size + 1), size);
  }

  private void compare(SplitPlan plan, List<MemorySegment> all, String what) {
    boolean overlaps = false;
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < i; j++) {
        overlaps |= overlap(all.get(i), all.get(j));
      }
    }
    List<MemorySegment> parts = all.subList(1, all.size());
    if (overlaps) {
      assertThatIllegalArgumentException()
          .as(what)
          .isThrownBy(() -> splitter.split(plan, all.getFirst(), parts))
          .withMessageContaining("overlap");
    } else {
      assertThatCode(() -> splitter.split(plan, all.getFirst(), parts))
          .as(what)
          .doesNotThrowAnyException();
    }
  }

  private static boolean overlap(MemorySegment a, MemorySegment b) {
    return a.heapBase().equals(b.heapBase())
        && LongStream.range(a.address(), a.address() + a.byteSize())
            .anyMatch(at -> at >= b.address() && at < b.address() + b.byteSize());
  }
}
