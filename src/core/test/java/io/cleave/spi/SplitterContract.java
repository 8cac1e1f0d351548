package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Contract of all splitters: memory, threads and closing here, bytes in the superclasses. A
/// splitter's test opens it, and inherits the rest.
public abstract class SplitterContract extends SplitterBytesContract {
  private static final long SEED = 20_261_120L;

  @Test
  void makesPartsOfItsOwn() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.I16, 3, 5), 1, Cut.byLengths(2, 0, 3)).without(2);
    List<Tensor> parts;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data =
          SplitCheck.random(plan, arena.allocate(plan.data().bytes()), new Random(SEED));
      parts = splitter.split(plan, data, arena);
      assertThat(parts).hasToString("[i16 [3, 2], i16 [3, 0]]");
      assertThat(bytes(parts.getFirst().data()))
          .isEqualTo(SplitCheck.expected(plan.part(0), plan, data));
    }
    assertThat(parts.getFirst().data().scope().isAlive()).isFalse();
  }

  /// One image after the other: a result is a slice of a larger one.
  @Test
  void fillsTheSlotsOfABatch() {
    Random random = new Random(SEED);
    SplitPlan planes =
        SplitPlan.of(Layout.of(ElementType.U8, 4, 5, 3), -1, Cut.intoEqualParts(3))
            .converted(Conversion.to(ElementType.F32).scaled(2, 1))
            .stacked(0);
    try (Arena arena = Arena.ofConfined()) {
      Tensor batch = Tensor.allocate(ElementType.F32, Shape.of(3, 3, 4, 5), arena);
      byte[] expected = new byte[Math.toIntExact(batch.data().byteSize())];
      for (int image : new int[] {2, 0}) {
        MemorySegment data = SplitCheck.bytes(planes, random);
        splitter.split(planes, data, batch.slice(image).data());
        ByteBuffer slot =
            ByteBuffer.wrap(expected, image * 240, 240).order(ByteOrder.nativeOrder());
        for (int i = 0; i < 60; i++) {
          byte value = data.get(ValueLayout.JAVA_BYTE, i % 20 * 3 + i / 20);
          slot.putFloat(Byte.toUnsignedInt(value) * 2 + 1);
        }
        assertThat(bytes(batch.data())).as("after image %s", image).isEqualTo(expected);
      }
    }
  }

  @Test
  void splitsStrings() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.STRING, 2, 3), 1, Cut.byLengths(1, -1));
    String[] data = {"a", "b", "c", "d", "e", "f"};
    assertThat(splitter.split(plan, data))
        .containsExactly(new String[] {"a", "d"}, new String[] {"b", "c", "e", "f"});
  }

  @Test
  void mayBeUsedByManyThreads() throws Exception {
    assumeFalse(isBrief(), "Oclgrind 21.10 aborts when two threads launch in one context");
    List<Callable<@Nullable Void>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Random random = new Random(SEED + i);
      SplitPlan plan =
          i % 2 == 0
              ? randomPlan(random)
              : SplitPlan.of(Layout.of(ElementType.I16, 50_000, 33), 1, Cut.intoEqualParts(3));
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
    check(SplitPlan.of(Layout.of(ElementType.U8, 9, 500_000), 1, Cut.byLengths(1, -1)));
    assertThat(Thread.interrupted()).isTrue();
  }

  /// Its future says so at once; the split goes on, and does not give its memory up half-way.
  @Test
  void finishesThoughItsTaskIsCancelled() throws Exception {
    assumeFalse(isBrief(), "too large for a simulator");
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 9, 500_000), 1, Cut.byLengths(1, -1));
    MemorySegment data = SplitCheck.bytes(plan, new Random(SEED));
    List<MemorySegment> parts =
        plan.parts().stream()
            .map(part -> MemorySegment.ofArray(new byte[Math.toIntExact(part.bytes())]))
            .toList();
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Void> ended = new CompletableFuture<>();
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<?> task =
          thread.submit(
              () -> {
                begun.countDown();
                ended.completeAsync(
                    () -> {
                      splitter.split(plan, data, parts);
                      return null;
                    },
                    Runnable::run);
              });
      begun.await();
      task.cancel(true);
      assertThat(ended).succeedsWithin(Duration.ofMinutes(1));
    }
    for (Part part : plan.parts()) {
      assertThat(bytes(parts.get(part.index()))).isEqualTo(SplitCheck.expected(part, plan, data));
    }
    check(plan);
  }

  @Test
  void refusesOverlapBeforeAnythingIsWritten() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 2, 4), 1, Cut.byLengths(1, 3));
    byte[] data = {1, 2, 3, 4, 5, 6, 7, 8};
    MemorySegment segment = MemorySegment.ofArray(data);
    byte[] part = new byte[2];
    assertThatThrownBy(
            () ->
                splitter.split(
                    plan, segment, List.of(MemorySegment.ofArray(part), segment.asSlice(2))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("part 1 overlaps the data; give it memory of its own");
    assertThat(part).containsOnly(0);
  }

  /// Another thread may change the list of parts meanwhile.
  @Test
  void writesToThePartsThatWereChecked() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 6), 0, Cut.byLengths(2, 4));
    byte[] data = {1, 2, 3, 4, 5, 6};
    byte[][] parts = {new byte[2], new byte[4]};
    BitSet given = new BitSet();
    List<MemorySegment> changing =
        new AbstractList<>() {
          @Override
          public MemorySegment get(int index) {
            boolean again = given.get(index);
            given.set(index);
            return MemorySegment.ofArray(again ? data : parts[index]);
          }

          @Override
          public int size() {
            return 2;
          }
        };
    splitter.split(plan, MemorySegment.ofArray(data), changing);
    assertThat(parts).isDeepEqualTo(new byte[][] {{1, 2}, {3, 4, 5, 6}});
    assertThat(data).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void refusesToWorkWhenClosed() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 1), 0, Cut.byLengths(1));
    Splitter closed = open();
    closed.close();
    closed.close();
    assertThatThrownBy(
            () ->
                closed.split(
                    plan,
                    MemorySegment.ofArray(new byte[1]),
                    List.of(MemorySegment.ofArray(new byte[1]))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the splitter is closed; open another one");
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
