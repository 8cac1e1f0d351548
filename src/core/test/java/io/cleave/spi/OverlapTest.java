package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.RandomTest;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// No part overlaps the data or another part; touching is no overlap.
class OverlapTest {
  private static final SplitPlan HALVES =
      SplitPlan.of(Layout.of(ElementType.U8, 16), 0, Cut.intoEqualParts(2));

  private final HostSplitterTest.Recorder splitter = new HostSplitterTest.Recorder();

  /// 32 bytes each, of every kind of memory.
  static Stream<MemorySegment> memories() {
    return Stream.of(
        MemorySegment.ofArray(new byte[32]),
        MemorySegment.ofArray(new short[16]),
        MemorySegment.ofArray(new char[16]),
        MemorySegment.ofArray(new int[8]),
        MemorySegment.ofArray(new float[8]),
        MemorySegment.ofArray(new long[4]),
        MemorySegment.ofArray(new double[4]),
        Arena.ofAuto().allocate(32));
  }

  private static MemorySegment other(int size) {
    return MemorySegment.ofArray(new byte[size]);
  }

  private void refuses(MemorySegment data, List<MemorySegment> parts, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(HALVES, data, parts))
        .withMessage(message);
    assertThat(splitter.plans).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("memories")
  void aPartWithinTheDataIsRefused(MemorySegment memory) {
    String message = "part 1 overlaps the data; give it memory of its own";
    MemorySegment data = memory.asSlice(8, 16);
    for (long at : new long[] {1, 7, 8, 12, 16, 23}) {
      refuses(data, List.of(other(8), memory.asSlice(at, 8)), message);
      refuses(data.asReadOnly(), List.of(other(8), memory.asSlice(at, 8)), message);
    }
  }

  @ParameterizedTest
  @MethodSource("memories")
  void aPartWithinAnotherIsRefused(MemorySegment memory) {
    for (long at : new long[] {1, 7, 8, 9, 15}) {
      refuses(
          other(16),
          List.of(memory.asSlice(8, 8), memory.asSlice(at, 8)),
          "part 0 and part 1 overlap; give each memory of its own");
    }
  }

  @Test
  void twoSegmentsOfOneArrayAreTheSameMemory() {
    long[] array = new long[2];
    refuses(
        MemorySegment.ofArray(array),
        List.of(MemorySegment.ofArray(array).asSlice(8), other(8)),
        "part 0 overlaps the data; give it memory of its own");
    MemorySegment half = MemorySegment.ofArray(new long[1]);
    refuses(
        other(16), List.of(half, half), "part 0 and part 1 overlap; give each memory of its own");
  }

  @Test
  void nothingCannotOverlap() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 16), 0, Cut.byLengths(0, 16, 0, 0));
    MemorySegment data = other(16);
    MemorySegment part = other(16);
    MemorySegment none = data.asSlice(8, 0);
    splitter.split(plan, data, List.of(none, part, none, part.asSlice(3, 0)));
    assertThat(splitter.plans).hasSize(1);
  }

  @Test
  void theTwoPartsAreNamedInTheirOrder() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 16), 0, Cut.byLengths(1, 2, 8, 5));
    MemorySegment memory = other(32);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                splitter.split(
                    plan,
                    other(16),
                    List.of(
                        memory.asSlice(20, 1),
                        memory.asSlice(10, 2),
                        memory.asSlice(4, 8),
                        other(5))))
        .withMessage("part 1 and part 2 overlap; give each memory of its own");
  }

  @RandomTest(gate = 3, thorough = 100)
  void isFoundExactlyWhenAComparisonOfAllPairsFindsIt(long seed) {
    var random = new Random(seed);
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < 1000; i++) {
        MemorySegment memory =
            i % 2 == 0 ? arena.allocate(200) : MemorySegment.ofArray(new byte[200]);
        // Few parts are compared in pairs, many are sorted.
        long[] lengths = random.longs(1 + random.nextInt(12), 0, 9).toArray();
        long total = LongStream.of(lengths).sum();
        SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, total), 0, Cut.byLengths(lengths));
        List<MemorySegment> all = new ArrayList<>(List.of(anywhere(memory, total, random)));
        for (long length : lengths) {
          all.add(anywhere(memory, length, random));
        }
        compare(plan, all, "seed " + seed + " case " + i + ": " + all);
      }
    }
  }

  private static MemorySegment anywhere(MemorySegment memory, long size, Random random) {
    return memory.asSlice(random.nextLong(memory.byteSize() - size + 1), size);
  }

  private void compare(SplitPlan plan, List<MemorySegment> all, String what) {
    List<MemorySegment> parts = all.subList(1, all.size());
    if (anyPairOverlaps(all)) {
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

  private static boolean anyPairOverlaps(List<MemorySegment> all) {
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (overlap(all.get(i), all.get(j))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean overlap(MemorySegment a, MemorySegment b) {
    return LongStream.range(0, a.byteSize())
        .map(byteOfA -> a.address() + byteOfA - b.address())
        .anyMatch(offsetInB -> offsetInB >= 0 && offsetInB < b.byteSize());
  }
}
