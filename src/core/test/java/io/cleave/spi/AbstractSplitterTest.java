package io.cleave.spi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.Refusal;
import io.cleave.conformance.PlainSplitter;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// What all splitters share: plans that reach a subclass, refusals before a byte is written, with
/// the numbers and the remedy, and closing.
class AbstractSplitterTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 2, 3), 1, Cut.byLengths(1, -1));
  private static final SplitPlan STRINGS =
      SplitPlan.of(Layout.of(ElementType.STRING, 2, 3), 1, Cut.byLengths(1, 0, 2));

  /// Keeps the plans that it was asked to carry out.
  static final class Recorder extends PlainSplitter {
    final List<SplitPlan> plans = new ArrayList<>();
    int releases;
    Runnable during = () -> {};

    @Override
    public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
      plans.add(plan);
      during.run();
      assertThat(data.byteSize()).isEqualTo(plan.data().bytes());
      assertThat(parts).hasSize(plan.partCount());
      super.carryOut(plan, data, parts);
    }

    @Override
    protected void release() {
      releases++;
    }
  }

  /// Counts what is allocated from it.
  private static final class CountingArena implements Arena {
    private final Arena arena = Arena.ofAuto();
    private int allocations;

    @Override
    public MemorySegment allocate(long bytes, long alignment) {
      allocations++;
      return arena.allocate(bytes, alignment);
    }

    @Override
    public MemorySegment.Scope scope() {
      return arena.scope();
    }

    @Override
    public void close() {}
  }

  private final Recorder splitter = new Recorder();
  private final CountingArena counting = new CountingArena();
  private final MemorySegment data = MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6});
  private final MemorySegment first = MemorySegment.ofArray(new byte[] {9, 9});
  private final MemorySegment second = MemorySegment.ofArray(new byte[] {9, 9, 9, 9});

  private static void holds(MemorySegment segment, int... values) {
    assertThat(segment.toArray(JAVA_BYTE)).containsExactly(values);
  }

  private void split() {
    splitter.split(PLAN, data, first, second);
  }

  private void refuses(String words, ThrowingCallable call) {
    Refusal.refuses(call, words);
    assertThat(splitter.plans).isEmpty();
    holds(first, 9, 9);
    holds(second, 9, 9, 9, 9);
  }

  private void refuses(SplitPlan plan, String words, MemorySegment data, MemorySegment... parts) {
    refuses(words, () -> splitter.split(plan, data, parts));
  }

  private static MemorySegment sized(int bytes) {
    return MemorySegment.ofArray(new byte[bytes]);
  }

  @Test
  void outputsThatDoNotFitThePlanAreRefused() {
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

  @Test
  void dataThatDoesNotFitThePlanIsRefused() {
    for (int size : new int[] {0, 5, 7}) {
      refuses(PLAN, "data takes 6 bytes; the segment has " + size, sized(size), first, second);
    }
    refuses(STRINGS, "in no memory segment; split String arrays instead", data, first, second);
    String size = "data takes 6 bytes; the segment has 5";
    refuses(size, () -> splitter.split(PLAN, sized(5), counting));
    Layout window = Layout.of(ElementType.U8, 2, 3).pitched(0, 8).cropped(1, 1, 2);
    SplitPlan plan = SplitPlan.of(window, 1, Cut.intoEqualParts(2)).only(1);
    for (int bytes : new int[] {0, 10}) {
      refuses(plan, "data takes 11 bytes; the segment has " + bytes, sized(bytes), first);
    }
    MemorySegment memory = sized(16);
    refuses(plan, "part 0 overlaps the data", memory, memory.asSlice(3, 2));
    assertThat(counting.allocations).isZero();
  }

  @Test
  void aClosedArenaIsRefused() {
    Arena arena = Arena.ofConfined();
    MemorySegment closed = arena.allocate(6);
    arena.close();
    String rule = " is closed; keep it open until the split returns";
    illegalState("the arena of the data" + rule, () -> splitter.split(PLAN, closed, first, second));
    illegalState("the arena of the data" + rule, () -> splitter.split(PLAN, closed, counting));
    MemorySegment[] parts = {first, closed.asSlice(0, 4)};
    illegalState("the arena of part 1" + rule, () -> splitter.split(PLAN, data, parts));
    assertThat(counting.allocations).isZero();
    assertThat(splitter.plans).isEmpty();
  }

  @Test
  void theConfinedArenaOfAnotherThreadIsRefused() throws Exception {
    try (var other = Executors.newSingleThreadExecutor()) {
      Arena arena = other.submit(Arena::ofConfined).get();
      MemorySegment foreign = other.submit(() -> arena.allocate(6)).get();
      String rule = " belongs to the confined arena of another thread; split there, or use";
      refuses(PLAN, "the data" + rule, foreign, first, second);
      refuses(PLAN, "part 1" + rule, data, first, foreign.asSlice(0, 4));
      other.submit(arena::close).get();
    }
  }

  @Test
  void stringsAreSplitIntoNewArrays() {
    String[] strings = {"a", "b", "c", "d", "e", "f"};
    assertThat(splitter.split(STRINGS, strings))
        .containsExactly(new String[] {"a", "d"}, new String[0], new String[] {"b", "c", "e", "f"});
    assertThat(splitter.split(STRINGS.only(2, 0), strings))
        .containsExactly(new String[] {"b", "c", "e", "f"}, new String[] {"a", "d"});
    assertThat(splitter.plans).as("plans of strings that reach a subclass").isEmpty();
    refuses("the plan is for u8; strings need a plan", () -> splitter.split(PLAN, strings));
    for (int length : new int[] {0, 5, 7}) {
      String words = "the data takes 6 strings; the array has " + length;
      refuses(words, () -> splitter.split(STRINGS, new String[length]));
    }
  }

  private static void illegalState(String words, ThrowingCallable call) {
    assertThatIllegalStateException().isThrownBy(call).withMessageContaining(words);
  }

  @Test
  void aClosedSplitterRefusesAllCalls() {
    splitter.close();
    splitter.close();
    assertThat(splitter.releases).isEqualTo(1);
    String words = "the splitter is closed; open another one";
    illegalState(words, this::split);
    illegalState(words, () -> splitter.split(PLAN, sized(1), List.of()));
    illegalState(words, () -> splitter.split(PLAN, data, counting));
    illegalState(words, () -> splitter.split(STRINGS, new String[1]));
    assertThat(counting.allocations).isZero();
    assertThat(splitter.plans).isEmpty();
  }

  @Test
  void closingIsRefusedFromWithinASplit() {
    splitter.during = () -> illegalState("is in use by 1 call; close it when", splitter::close);
    split();
    assertThat(splitter.releases).isZero();
    splitter.during = () -> {};
    split();
    splitter.close();
    assertThat(splitter.releases).isEqualTo(1);
  }

  @Test
  void closingIsPossibleAfterSplitsThatFailed() {
    refuses("0 outputs", () -> splitter.split(PLAN, data, List.of()));
    refuses("u8", () -> splitter.split(PLAN, new String[1]));
    splitter.during =
        () -> {
          throw new IllegalArgumentException("the device is gone");
        };
    Refusal.refuses(this::split, "the device is gone");
    splitter.close();
    assertThat(splitter.releases).isEqualTo(1);
  }
}
