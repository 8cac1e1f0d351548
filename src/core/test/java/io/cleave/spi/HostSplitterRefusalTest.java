package io.cleave.spi;

import static io.cleave.spi.HostSplitterTest.bytes;
import static io.cleave.spi.HostSplitterTest.content;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Refusals before a byte is written, with the numbers and the remedy.
class HostSplitterRefusalTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 2, 3), 1, Cut.byLengths(1, -1));

  private final HostSplitterTest.Recorder splitter = new HostSplitterTest.Recorder();
  private final MemorySegment data = bytes(1, 2, 3, 4, 5, 6);
  private final MemorySegment first = bytes(9, 9);
  private final MemorySegment second = bytes(9, 9, 9, 9);

  @AfterEach
  void nothingIsCarriedOut() {
    assertThat(splitter.plans).isEmpty();
    assertThat(content(first)).containsOnly(9);
    assertThat(content(second)).containsOnly(9);
    splitter.close();
  }

  private static void refuses(String words, ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(words);
  }

  private void refuses(SplitPlan plan, String words, MemorySegment data, MemorySegment... parts) {
    refuses(words, () -> splitter.split(plan, data, parts));
  }

  @Test
  void outputsThatDoNotFitThePlan() {
    refuses(PLAN, "2 parts; 0 outputs are given", data);
    refuses(PLAN, "2 parts; 3 outputs are given", data, first, second, second);
    refuses(PLAN.joined(1), "1 parts; 2 outputs are given", data, first, second);
    for (int size : new int[] {0, 3, 5}) {
      refuses(PLAN, "part 1 takes 4 bytes; the segment has " + size, data, first, sized(size));
    }
    refuses(PLAN, "part 1 is read-only; give memory that can", data, first, second.asReadOnly());
    refuses(PLAN.without(1), "1 parts; 2 outputs are given", data, first, second);
    SplitPlan empty = SplitPlan.of(Layout.of(ElementType.U8, 6), 0, Cut.byLengths(0, 6));
    refuses(empty, "part 0 takes 0 bytes; the segment has 1", data, sized(1), sized(6));
  }

  private static MemorySegment sized(int bytes) {
    return MemorySegment.ofArray(new byte[bytes]);
  }

  @Test
  void dataThatDoesNotFitThePlan() {
    for (int size : new int[] {0, 5, 7}) {
      refuses(PLAN, "data takes 6 bytes; the segment has " + size, sized(size), first, second);
    }
    SplitPlan strings = SplitPlan.of(Layout.of(ElementType.STRING, 2, 3), 1, Cut.byLengths(1, 2));
    refuses(strings, "in no memory segment; split String arrays instead", data, first, second);
    refuses(
        "data takes 6 bytes; the segment has 5",
        () -> splitter.split(PLAN, sized(5), Arena.ofAuto()));
  }

  @Test
  void windowsThatDoNotFit() {
    Layout window = Layout.of(ElementType.U8, 2, 3).pitched(0, 8).cropped(1, 1, 2);
    SplitPlan plan = SplitPlan.of(window, 1, Cut.intoEqualParts(2)).only(1);
    for (int size : new int[] {0, 10}) {
      refuses(plan, "data takes 11 bytes; the segment has " + size, sized(size), first);
    }
    MemorySegment memory = sized(16);
    refuses(plan, "part 0 overlaps the data", memory, memory.asSlice(3, 2));
  }

  @Test
  void aClosedArena() {
    Arena arena = Arena.ofConfined();
    MemorySegment closed = arena.allocate(6);
    arena.close();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> splitter.split(PLAN, closed, List.of(first, second)))
        .withMessage("the arena of the data is closed; keep it open until the split returns");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> splitter.split(PLAN, data, List.of(first, closed.asSlice(0, 4))))
        .withMessage("the arena of part 1 is closed; keep it open until the split returns");
  }

  @Test
  void theConfinedArenaOfAnotherThread() throws Exception {
    try (var other = Executors.newSingleThreadExecutor()) {
      Arena arena = other.submit(Arena::ofConfined).get();
      MemorySegment foreign = other.submit(() -> arena.allocate(6)).get();
      String rule = " belongs to the confined arena of another thread; split there, or use";
      refuses(PLAN, "the data" + rule, foreign, first, second);
      refuses(PLAN, "part 1" + rule, data, first, foreign.asSlice(0, 4));
      other.submit(arena::close).get();
    }
  }
}
