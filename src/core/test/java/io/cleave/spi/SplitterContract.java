package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Contract of all splitters: memory, threads and closing here, bytes in the superclasses. A
/// splitter's test opens it, and inherits the rest. What [AbstractSplitter] does for all of them is
/// in [AbstractSplitterTest].
public abstract class SplitterContract extends SplitterBytesContract {
  private static final long SEED = 20_261_120L;

  private static final SplitPlan WORTH_SHARING =
      SplitPlan.of(Layout.of(ElementType.U8, 9, 500_000), 1, Cut.byLengths(1, -1));

  @Test
  void makesPartsOfItsOwn() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.I16, 3, 5), 1, Cut.byLengths(2, 0, 3)).without(2);
    List<Tensor> parts;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(plan.data().bytes());
      data.copyFrom(SplitCheck.bytes(plan, new Random(SEED)));
      parts = splitter.split(plan, data, arena);
      assertThat(parts).hasToString("[i16 [3, 2], i16 [3, 0]]");
      assertThat(bytes(parts.getFirst().data()))
          .isEqualTo(SplitCheck.expected(plan.part(0), plan, data));
    }
    assertThat(parts.getFirst().data().scope().isAlive()).isFalse();
  }

  @Test
  void mayBeUsedByManyThreads() throws Exception {
    assumeFalse(isBrief(), "Oclgrind 21.10 aborts when two threads launch in one context");
    SplitPlan shared =
        SplitPlan.of(Layout.of(ElementType.I16, 20_000, 33), 1, Cut.intoEqualParts(3));
    List<Callable<@Nullable Void>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Random random = new Random(SEED + i);
      SplitPlan plan = i % 2 == 0 ? randomPlan(random) : shared;
      calls.add(
          () -> {
            check(plan, random);
            return null;
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (Future<?> call : threads.invokeAll(calls)) {
        call.get();
      }
    }
  }

  @Test
  void finishesForAnInterruptedCallerWhoStaysInterrupted() {
    assumeFalse(isBrief(), "too large for a simulator");
    Thread.currentThread().interrupt();
    check(WORTH_SHARING);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void refusesToWorkWhenClosed() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 1), 0, Cut.byLengths(1));
    MemorySegment one = MemorySegment.ofArray(new byte[1]);
    Splitter closed = open();
    closed.close();
    closed.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> closed.split(plan, one, MemorySegment.ofArray(new byte[1])))
        .withMessage("the splitter is closed; open another one");
  }

  @Test
  void explainsEveryPlan() {
    Random random = new Random(SEED);
    for (int i = 0; i < 50; i++) {
      SplitPlan plan = randomPlan(random);
      assertThat(splitter.explain(plan)).as(plan.toString()).isNotBlank();
    }
    SplitPlan strings = SplitPlan.of(Layout.of(ElementType.STRING, 2, 2), 1, Cut.byLengths(1, 1));
    assertThat(splitter.explain(strings)).isNotBlank();
  }
}
