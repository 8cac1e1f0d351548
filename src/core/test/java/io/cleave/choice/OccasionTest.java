package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What makes two splits alike.
class OccasionTest {
  @AutoClose private final Arena arena = Arena.ofShared();

  private static String text(SplitPlan plan) {
    return Occasion.of(
            "cpu",
            plan,
            MemoryClass.NATIVE.toString(),
            List.of(TestCandidate.named("a"), TestCandidate.named("b")))
        .text();
  }

  private static SplitPlan bytes(long rows, long... lengths) {
    return SplitPlan.byLengths(
        Shape.of(rows, Arrays.stream(lengths).sum()), ElementType.U8, 1, lengths);
  }

  @Test
  void saysAllThatMatters() {
    assertThat(text(bytes(1 << 20, 16, 16, 3, 4)))
        .isEqualTo("cpu: 39 bytes of 2 x 16, 3, 4; 32 MiB; native memory");
  }

  @Test
  void rowsCountByOctavesOnly() {
    assertThat(text(bytes(1000, 64, 64))).isEqualTo(text(bytes(1020, 64, 64)));
    assertThat(text(bytes(1000, 64, 64))).isNotEqualTo(text(bytes(2048, 64, 64)));
  }

  @Test
  void shapesOfTheSameRunsAreAlike() {
    SplitPlan floats = SplitPlan.byLengths(Shape.of(10, 100, 16), ElementType.F32, 2, 4, 12);
    assertThat(text(floats)).isEqualTo(text(bytes(1000, 16, 48)));
  }

  @Test
  void partsThatAreNotWantedMatter() {
    assertThat(text(bytes(1000, 3, 1, 1).without(1))).contains("5 bytes of 3, skip 1, 1");
  }

  @Test
  void ofManyDifferentRunsThereIsAChecksum() {
    long[] one = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    long[] other = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10};
    assertThat(text(bytes(1000, one)))
        .contains("8, 3 more (")
        .isNotEqualTo(text(bytes(1000, other)));
  }

  @Test
  void onlyNativeMemoryAtMultiplesOf16IsForDevices() {
    MemorySegment memory = arena.allocate(256, 64);
    MemorySegment heap = MemorySegment.ofArray(new float[4]);
    assertThat(MemoryClass.of(memory, Arrays.asList(null, memory.asSlice(80), heap.asSlice(0, 0))))
        .isEqualTo(MemoryClass.NATIVE);
    assertThat(MemoryClass.of(memory.asSlice(3), List.of())).isEqualTo(MemoryClass.OTHER);
    assertThat(MemoryClass.of(memory, List.of(heap))).isEqualTo(MemoryClass.OTHER);
  }
}
