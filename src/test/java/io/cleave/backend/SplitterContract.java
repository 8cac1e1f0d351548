package io.cleave.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.cleave.RandomTest;
import io.cleave.Seeds;
import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What every twin promises. A twin's test says how to open it, and inherits the rest.
///
/// Expected bytes come from [NaiveSplit], which shares no arithmetic with the planner. One splitter
/// serves all tests, as it would a program: what it has compiled for one, others use.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SplitterContract {
  private static final long GIB = 1L << 30;

  private static final long SEED = 20_261_120L;

  private Splitter splitter;

  /// Not where its device is missing, so that the tests are skipped.
  private boolean opened;

  /// Opens the twin.
  protected abstract Splitter open();

  /// Whether the twin is a simulator, a thousand times slower than a device: it gets the same kinds
  /// of work, but less and smaller.
  protected boolean isSimulator() {
    return false;
  }

  /// Whether the twin is held to a route of a device, and refuses rows of which not even the fewest
  /// that are whole bytes fit the device.
  protected boolean refusesLongRowsOfBits() {
    return false;
  }

  private int maxElements() {
    return isSimulator() ? 2_000 : 200_000;
  }

  @BeforeAll
  void openTwin() {
    splitter = open();
    opened = true;
  }

  @AfterAll
  void closeTwin() {
    if (opened) {
      splitter.close();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "STRING", mode = EnumSource.Mode.EXCLUDE)
  void splitsEveryElementType(ElementType type) {
    for (long[] lengths : new long[][] {{1, 2, 5}, {3, 0, 4, 1}, {7}, {1, 1, 1}}) {
      long extent = Arrays.stream(lengths).sum();
      check(SplitPlan.byLengths(Shape.of(5, extent, 3), type, 1, lengths));
      check(SplitPlan.byLengths(Shape.of(extent, 7), type, 0, lengths));
      check(SplitPlan.byLengths(Shape.of(4, 1, extent), type, -1, lengths));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1, 2",
    "7, 8",
    "61, 9",
    "4096, 16",
    "4098, 17",
    "61, 32",
    "7, 33",
    "61, 1000",
    "0, 3"
  })
  void splitsTheSizesThatHurt(long rows, int parts) {
    assumeFalse(isSimulator() && rows > 100, "too large for a simulator");
    List<ElementType> types =
        List.of(ElementType.U3, ElementType.U8, ElementType.U1, ElementType.F32);
    // A simulator takes seconds for a thousand parts.
    boolean isSlow = isSimulator() && parts > 100;
    long height = isSlow ? Seeds.rounds(7, 61) : rows;
    for (ElementType type : types.subList(0, isSlow ? Seeds.rounds(2, 4) : 4)) {
      long[] lengths = new long[parts];
      Arrays.setAll(lengths, i -> i % 4);
      long extent = Arrays.stream(lengths).sum();
      check(SplitPlan.byLengths(Shape.of(height, extent), type, 1, lengths));
    }
  }

  /// Runs that are moved in wide words end anywhere in one, and the last one where the data ends.
  @Test
  void splitsLongRunsOfEveryLength() {
    for (long run = 300; run < 317; run++) {
      check(SplitPlan.byLengths(Shape.of(3, 5 + run), ElementType.U8, 1, 5, run));
    }
  }

  @RandomTest(gate = 2, thorough = 40)
  void agreesWithTheOracleOnRandomSplits(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < (isSimulator() ? 8 : 60); i++) {
      SplitPlan plan = new RandomSplit(random, maxElements()).plan();
      try {
        check(plan, random);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed %d, split %d: %s".formatted(seed, i, plan), e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 5000001, 1, U8", // one long row
    "3, 1500007, 1, U8", // a few long rows
    "40013, 61, 2, F16", // many short rows
    "3000001, 3, 1, U8", // rows of three bytes
    "70001, 61, 1, U3", // bits
    "1, 9000001, 1, U1"
  })
  void splitsWorkThatIsWorthSharing(long rows, long extent, long inner, ElementType type) {
    assumeFalse(isSimulator(), "too large for a simulator");
    Shape shape = Shape.of(rows, extent, inner);
    check(SplitPlan.byLengths(shape, type, 1, extent / 3, 1, -1));
  }

  @Test
  void splitsDataBeyondTwoGibibytes() {
    assumeFalse(isSimulator(), "too large for a simulator");
    long columns = 3 * GIB / 2;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = MemoryKind.map(2 * columns, arena);
      data.set(ValueLayout.JAVA_BYTE, columns - 1, (byte) 1);
      data.set(ValueLayout.JAVA_BYTE, 2 * columns - 2, (byte) 2);
      SplitPlan plan = SplitPlan.byLengths(Shape.of(2, columns), ElementType.U8, 1, -1, 3).only(1);
      List<@Nullable Tensor> parts =
          splitter.split(plan, new Tensor(plan.shape(), plan.type(), data), arena);
      assertThat(bytes(Objects.requireNonNull(parts.get(1)).data()))
          .containsExactly(0, 0, 1, 0, 2, 0);
    }
  }

  @Test
  void splitsBitsBeyondTwoGibibytes() {
    assumeFalse(isSimulator(), "too large for a simulator");
    long columns = 5 * GIB + 1;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = MemoryKind.map(columns, arena);
      data.set(ValueLayout.JAVA_BYTE, columns / 2, (byte) 0x43);
      data.set(ValueLayout.JAVA_BYTE, columns - 1, (byte) 0x76);
      SplitPlan plan = SplitPlan.byLengths(Shape.of(2, columns), ElementType.U4, 1, -1, 1).only(1);
      Tensor tensor = new Tensor(plan.shape(), plan.type(), data);
      if (refusesLongRowsOfBits()) {
        assertThatThrownBy(() -> splitter.split(plan, tensor, arena))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageEndingWith("; split in two steps, or leave the route to auto");
        return;
      }
      List<@Nullable Tensor> parts = splitter.split(plan, tensor, arena);
      assertThat(bytes(Objects.requireNonNull(parts.get(1)).data())).containsExactly(0x73);
    }
  }

  @Test
  void makesPartsOfItsOwn() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(3, 5), ElementType.I16, 1, 2, 0, 3).without(2);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = SplitCheck.random(plan, arena.allocate(plan.bytes()), new Random(SEED));
      List<@Nullable Tensor> parts =
          splitter.split(plan, new Tensor(plan.shape(), plan.type(), data), arena);
      assertThat(parts).hasSize(3);
      assertThat(bytes(Objects.requireNonNull(parts.get(0)).data()))
          .isEqualTo(SplitCheck.expected(plan.part(0), plan, data));
      assertThat(Objects.requireNonNull(parts.get(1)).shape()).isEqualTo(Shape.of(3, 0));
      assertThat(parts.get(2)).isNull();
    }
  }

  @Test
  void viewsContiguousParts() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(6, 4), ElementType.F32, 0, 1, -1, 2);
    float[] values = new float[24];
    Tensor data = new Tensor(plan.shape(), plan.type(), MemorySegment.ofArray(values));
    Tensor last = Objects.requireNonNull(splitter.view(plan, data).get(2));
    last.data().setAtIndex(ValueLayout.JAVA_FLOAT, 7, 42);
    assertThat(values[23]).isEqualTo(42);
  }

  @Test
  void splitsStrings() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(2, 3), ElementType.STRING, 1, 1, -1);
    String[] data = {"a", "b", "c", "d", "e", "f"};
    assertThat(splitter.split(plan, data))
        .containsExactly(new String[] {"a", "d"}, new String[] {"b", "c", "e", "f"});
  }

  @Test
  void mayBeUsedByManyThreads() throws Exception {
    assumeFalse(isSimulator(), "Oclgrind 21.10 aborts when two threads launch in one context");
    List<Callable<@Nullable Void>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Random random = new Random(SEED + i);
      SplitPlan plan =
          i % 2 == 0
              ? new RandomSplit(random, maxElements()).plan()
              : SplitPlan.intoEqualParts(Shape.of(50_000, 33), ElementType.I16, 1, 3);
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
    assumeFalse(isSimulator(), "too large for a simulator");
    Thread.currentThread().interrupt();
    check(SplitPlan.byLengths(Shape.of(9, 500_000), ElementType.U8, 1, 1, -1));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void refusesOverlapBeforeAnythingIsWritten() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(2, 4), ElementType.U8, 1, 1, 3);
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

  @Test
  void refusesToWorkWhenClosed() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(1), ElementType.U8, 0, 1);
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
      SplitPlan plan = new RandomSplit(random, maxElements()).plan();
      assertThat(splitter.explain(plan).toString()).as(plan.toString()).isNotBlank();
    }
    SplitPlan strings = SplitPlan.byLengths(Shape.of(2, 2), ElementType.STRING, 1, 1, 1);
    assertThat(splitter.explain(strings).toString()).isNotBlank();
  }

  private void check(SplitPlan plan) {
    check(plan, new Random(plan.shape().hashCode()));
  }

  private void check(SplitPlan plan, Random random) {
    SplitCheck.check(splitter, plan, random);
  }

  private static byte[] bytes(MemorySegment memory) {
    return memory.toArray(ValueLayout.JAVA_BYTE);
  }
}
