package io.cleave.file.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is made of a window takes about as much memory as the window.
class WindowTest {
  private static final int ROWS = 8;

  private static List<MemorySegment> outputs(SplitPlan plan, Arena arena) {
    return Window.allocate(new Slab.Parts(plan), arena).outputs().stream()
        .map(Objects::requireNonNull)
        .toList();
  }

  /// From the first byte to the last.
  private static long extent(List<MemorySegment> outputs) {
    MemorySegment last = outputs.getLast();
    return last.address() + last.byteSize() - outputs.getFirst().address();
  }

  @ParameterizedTest
  @CsvSource({"1, 4096", "3, 4096", "8, 512", "9, 512", "100, 64", "1000, 16", "100000, 3"})
  void partsThatAreManyAndShortTakeNoMoreThanTheirBytes(int run, int parts) {
    SplitPlan plan =
        SplitPlan.intoEqualParts(Shape.of(ROWS, (long) parts * run), ElementType.U8, 1, parts);
    try (Arena arena = Arena.ofConfined()) {
      assertThat(extent(outputs(plan, arena))).isLessThanOrEqualTo(plan.bytes() * 65 / 64);
    }
  }

  @Test
  void longPartsAreAligned() {
    SplitPlan plan =
        SplitPlan.byLengths(Shape.of(ROWS, 21_003), ElementType.U8, 1, 7001, 1, 14_001);
    try (Arena arena = Arena.ofConfined()) {
      assertThat(outputs(plan, arena))
          .allMatch(output -> output.address() % 64 == 0)
          .extracting(MemorySegment::byteSize)
          .containsExactly(ROWS * 7001L, (long) ROWS, ROWS * 14_001L);
    }
  }
}
