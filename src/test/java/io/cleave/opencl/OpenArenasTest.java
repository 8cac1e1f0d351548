package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.backend.MemoryKind;
import io.cleave.backend.Residence;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Nobody closes an arena under a driver that has addresses in it.
class OpenArenasTest {
  private static final Shape SHAPE = Shape.of(256, 96);
  private static final SplitPlan PLAN = SplitPlan.byLengths(SHAPE, ElementType.U8, 1, 32, 64);

  @AutoClose private final Arena arena = Arena.ofShared();

  private static MemorySegment[] apart(int count) {
    MemorySegment[] memory = new MemorySegment[count];
    Arrays.setAll(memory, _ -> Arena.ofShared().allocate(8));
    return memory;
  }

  @Test
  void areKeptOpen() {
    Arena other = Arena.ofShared();
    OpenArenas arenas = OpenArenas.of(arena.allocate(8), List.of(other.allocate(8)));
    arenas.during(() -> assertThatIllegalStateException().isThrownBy(other::close));
    other.close();
    assertThatIllegalStateException().isThrownBy(() -> arenas.during(() -> {}));
  }

  /// A virtual thread can leave its carrier meanwhile: it waits here for another one.
  @Test
  void areKeptOpenByVirtualThreads() throws InterruptedException {
    Arena other = Arena.ofShared();
    OpenArenas arenas = OpenArenas.of(arena.allocate(8), List.of(other.allocate(8)));
    List<String> seen = new CopyOnWriteArrayList<>();
    Thread virtual =
        Thread.ofVirtual()
            .unstarted(
                () -> {
                  arenas.during(
                      () -> {
                        assertThatIllegalStateException().isThrownBy(other::close);
                        seen.add(Thread.currentThread().toString());
                      });
                  other.close();
                  assertThatIllegalStateException().isThrownBy(() -> arenas.during(() -> {}));
                  assertThatIllegalArgumentException()
                      .isThrownBy(
                          () ->
                              OpenArenas.of(arena.allocate(8), List.of())
                                  .during(() -> fail(new IllegalArgumentException("wrong"))));
                  seen.add("done");
                });
    virtual.start();
    virtual.join();
    assertThat(seen).hasSize(2).first().asString().startsWith("VirtualThread");
  }

  /// However many virtual threads split: their splits wait for each other on most devices anyway.
  /// But they are more than there are carriers, or those that wait would have taken them all.
  @Test
  @Timeout(60)
  void notAnyNumberOfThreadsKeepThem() throws InterruptedException {
    OpenArenas arenas = OpenArenas.of(arena.allocate(8), List.of());
    int carriers = Runtime.getRuntime().availableProcessors();
    CompletableFuture<@Nullable Void> enough = new CompletableFuture<>();
    enough.completeOnTimeout(null, 20, TimeUnit.SECONDS);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < 5 * ArenaKeeper.MOST; i++) {
      all.add(
          Thread.ofVirtual()
              .start(
                  () ->
                      arenas.during(
                          () -> {
                            if (most.accumulateAndGet(inside.incrementAndGet(), Math::max)
                                > carriers) {
                              enough.complete(null);
                            }
                            enough.join();
                            LockSupport.parkNanos(10_000_000);
                            inside.decrementAndGet();
                          })));
    }
    for (Thread one : all) {
      one.join();
    }
    assertThat(most).hasValueBetween(carriers + 1, ArenaKeeper.MOST);
  }

  /// Whoever holds one keeper waits for no second one, or all could wait for each other.
  @Test
  @Timeout(60)
  void aStackIsKeptOpenAsAWhole() throws InterruptedException {
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(3, 400, 600), ElementType.U8, 1, 2);
    StackedPlan stacked = plan.stacked(1);
    MemorySegment data = arena.allocate(plan.bytes(), 64);
    AtomicInteger done = new AtomicInteger();
    try (Splitter splitter =
        TestSplitters.on(new FakeSession(1, true, true), RouteName.FUSED, 1 << 20)) {
      List<Thread> all = new ArrayList<>();
      for (int i = 0; i < 2 * ArenaKeeper.MOST; i++) {
        MemorySegment result = arena.allocate(plan.bytes(), 64);
        all.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      splitter.split(stacked, data, result);
                      done.incrementAndGet();
                    }));
      }
      for (Thread one : all) {
        one.join();
      }
    }
    assertThat(done).hasValue(2 * ArenaKeeper.MOST);
  }

  /// More than one call has.
  @Test
  void maySomeBeMany() {
    List<Arena> many = Stream.generate(Arena::ofShared).limit(100).toList();
    OpenArenas arenas =
        OpenArenas.of(arena.allocate(8), many.stream().map(one -> one.allocate(8)).toList());
    List<Arena> closed = new ArrayList<>();
    arenas.during(
        () -> many.forEach(one -> assertThatIllegalStateException().isThrownBy(one::close)));
    many.forEach(
        one -> {
          one.close();
          closed.add(one);
        });
    assertThat(closed).hasSize(100);
  }

  /// In native code nothing can be thrown; behind it all is as if there were none.
  @Test
  void whatIsThrownArrives() {
    OpenArenas arenas = OpenArenas.of(arena.allocate(8), List.of());
    IllegalArgumentException wrong = new IllegalArgumentException("wrong");
    StackOverflowError deep = new StackOverflowError();
    arenas.during(
        () -> {
          assertThatExceptionOfType(IllegalArgumentException.class)
              .isThrownBy(() -> arenas.during(() -> fail(wrong)))
              .isSameAs(wrong);
          assertThatExceptionOfType(StackOverflowError.class)
              .isThrownBy(() -> arenas.during(() -> fail(deep)))
              .isSameAs(deep);
        });
  }

  private static void fail(RuntimeException wrong) {
    throw wrong;
  }

  private static void fail(Error wrong) {
    throw wrong;
  }

  /// Nobody else closes that of this thread, a driver gets no address of files or arrays, and the
  /// others are never closed.
  @Test
  void onlySharedOnesCount() {
    try (Arena confined = Arena.ofConfined()) {
      List<MemorySegment> others =
          List.of(
              confined.allocate(8),
              Arena.ofAuto().allocate(8),
              Arena.global().allocate(8),
              MemorySegment.ofArray(new byte[8]),
              MemorySegment.ofBuffer(ByteBuffer.allocateDirect(8)),
              MemoryKind.map(8, arena));
      assertThat(OpenArenas.of(confined.allocate(8), others).memory()).isEmpty();
    }
    MemorySegment one = arena.allocate(8);
    assertThat(OpenArenas.of(one, List.of(one.asSlice(4), arena.allocate(8))).memory())
        .containsExactly(one);
  }

  /// Closes an arena in each call that has a caller's memory.
  private static final class Closing extends RelaySession<FakeMemory, FakeEvent> {
    private final Arena arena;
    private int tried;

    Closing(FakeSession session, Arena arena) {
      super(session);
      this.arena = arena;
    }

    private void tryToClose() {
      tried++;
      assertThatIllegalStateException().isThrownBy(arena::close);
    }

    @Override
    public FakeMemory adopt(MemorySegment host, boolean writable) {
      tryToClose();
      return super.adopt(host, writable);
    }

    @Override
    public FakeEvent write(
        MemorySegment from, FakeMemory to, long at, List<? extends FakeEvent> after) {
      tryToClose();
      return super.write(from, to, at, after);
    }

    @Override
    public FakeEvent read(
        FakeMemory from, long at, MemorySegment to, List<? extends FakeEvent> after) {
      tryToClose();
      return super.read(from, at, to, after);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void areKeptOpenBySplits(boolean sharesMemory) {
    Closing session = new Closing(new FakeSession(1, true, sharesMemory), arena);
    MemorySegment data = arena.allocate(PLAN.bytes(), 64);
    List<MemorySegment> parts = List.of(arena.allocate(256 * 32, 64), arena.allocate(256 * 64, 64));
    try (Splitter splitter = TestSplitters.on(session, RouteName.FUSED, 1 << 20)) {
      splitter.split(PLAN, data, parts);
    }
    assertThat(session.tried).isPositive();
  }

  @Test
  void areKeptOpenByResidences() {
    Closing session = new Closing(FakeSession.outOfOrder(1), arena);
    MemorySegment data = arena.allocate(PLAN.bytes());
    try (Residence device = new OpenClResidence<>(session, RouteName.AUTO);
        ResidentTensor tensor = device.place(new Tensor(SHAPE, ElementType.U8, data))) {
      tensor.read(data);
    }
    assertThat(session.tried).isEqualTo(2);
  }

  /// Then the host splits, to whom it is an exception where one is closed.
  @Test
  void tooManyAreNotKeptOpen() {
    int count = OpenArenas.MOST;
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(count, 8), ElementType.U8, 0, count);
    MemorySegment[] parts = apart(count);
    MemorySegment data = arena.allocate(plan.bytes()).fill((byte) 3);
    FakeSession session = new FakeSession(1, true, true);
    try (Splitter splitter =
        new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.FUSED, 1 << 20)) {
      splitter.split(plan, data, List.of(parts));
    }
    assertThat(OpenArenas.of(data, List.of(parts)).areTooMany()).isTrue();
    assertThat(parts).allMatch(part -> part.mismatch(data.asSlice(0, 8)) == -1);
  }
}
