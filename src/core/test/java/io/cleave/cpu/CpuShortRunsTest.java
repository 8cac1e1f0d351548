package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Guarded;
import io.cleave.spi.MemoryKind;
import io.cleave.spi.SplitCheck;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Short runs of every length, in rows short and long, between all kinds of memory, by plain loops
/// and by vectors.
@Tag("kernels")
class CpuShortRunsTest {
  private static final long SEED = 20_261_121L;

  /// Around the lengths where another loop takes over.
  private static final int[] RUNS = {
    1, 1, 1, 2, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 60, 64, 100, 127, 128, 129, 300
  };

  private static final int[] ROWS = {1, 7, 8, 9, 63, 64, 65, 1000, 30_001};
  private static final int MAX_ELEMENTS = 1_000_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void gathersRunsOfBytesFromRowsOf(int pitch) {
    for (int run = 1; run < pitch; run++) {
      for (int offset = 0; offset + run <= pitch; offset++) {
        Shape shape = Shape.of(20_007, pitch);
        long[] lengths = {offset, run, pitch - offset - run};
        check(
            SplitPlan.of(Layout.of(ElementType.U8, shape), 1, Cut.byLengths(lengths)),
            new Random(SEED));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void gathersRunsOfEveryLength(CpuKernels kernels) {
    for (int run = 1; run <= 200; run++) {
      Random random = new Random(SEED + run);
      for (int pitch : new int[] {run + 1, 2 * run, 3 * run + 1, run + 50}) {
        int offset = run % 3 == 0 ? pitch - run : (pitch - run) / 2;
        long[] lengths = {offset, run, pitch - offset - run};
        SplitPlan plan =
            SplitPlan.of(
                Layout.of(ElementType.U8, 1 + random.nextInt(70), pitch),
                1,
                Cut.byLengths(lengths));
        check(plan.only(1), random, kernels);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"U8", "F16", "F32", "F64"})
  void takesInterleavedChannelsApart(ElementType type) {
    for (int channels = 2; channels <= 5; channels++) {
      long[] lengths = new long[channels];
      Arrays.fill(lengths, 1);
      for (int rows : ROWS) {
        check(
            SplitPlan.of(Layout.of(type, rows, channels), 1, Cut.byLengths(lengths)),
            new Random(SEED));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8, 13, 27, 28, 29, 55, 56, 57, 63, 64, 65, 130})
  void gathersRunsOfBitsFromRowsOf(int pitch) {
    Random random = new Random(SEED);
    for (int i = 0; i < Seeds.rounds(4, 40); i++) {
      int offset = random.nextInt(pitch);
      int run = 1 + random.nextInt(pitch - offset);
      Shape shape = Shape.of(5_003, pitch);
      long[] lengths = {offset, run, pitch - offset - run};
      check(SplitPlan.of(Layout.of(ElementType.U1, shape), 1, Cut.byLengths(lengths)), random);
      check(SplitPlan.of(Layout.of(ElementType.U4, shape), 1, Cut.byLengths(lengths)), random);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 3000001", "2, 2000003", "9, 1100003", "17, 1048577"})
  void putsLongRowsOfBitsTogether(long rows, long extent) {
    Random random = new Random(SEED);
    long[] lengths = {1, 131_077, 0, extent / 3, 5, -1};
    check(SplitPlan.of(Layout.of(ElementType.U1, rows, extent), 1, Cut.byLengths(lengths)), random);
    check(SplitPlan.of(Layout.of(ElementType.U3, rows, extent), 1, Cut.byLengths(lengths)), random);
  }

  @ParameterizedTest
  @EnumSource(names = {"U1", "U2", "U3", "U4", "U6", "U8", "F16", "F32"})
  void agreesWithTheOracleOnRandomRuns(ElementType type) {
    for (long seed : Seeds.of(12, 300)) {
      Random random = new Random(seed);
      SplitPlan plan = plan(type, random);
      try {
        check(plan, random);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed %d: %s".formatted(seed, plan), e);
      }
    }
  }

  /// Of each row only a little is wanted, so that the rest need not be read.
  @ParameterizedTest
  @EnumSource(names = {"U1", "U4", "U8", "F16", "F32"})
  void takesALittleOfEachRow(ElementType type) {
    Random random = new Random(SEED);
    for (int run : RUNS) {
      SplitPlan plan = SplitPlan.of(Layout.of(type, 301, 4000), 1, Cut.byLengths(1777, run, -1));
      check(plan.only(1), random);
    }
  }

  private static SplitPlan plan(ElementType type, Random random) {
    long[] lengths = new long[1 + random.nextInt(random.nextInt(8) == 0 ? 200 : 5)];
    Arrays.setAll(lengths, _ -> RUNS[random.nextInt(RUNS.length)]);
    long extent = Arrays.stream(lengths).sum();
    long rows = Math.min(MAX_ELEMENTS / extent, ROWS[random.nextInt(ROWS.length)]);
    return SplitPlan.of(Layout.of(type, rows, extent), 1, Cut.byLengths(lengths));
  }

  private static void check(SplitPlan plan, Random random) {
    CpuKernels[] all = CpuKernels.values();
    check(plan, random, all[random.nextInt(all.length)]);
  }

  /// Now and then of some of the parts.
  private static void check(SplitPlan all, Random random, CpuKernels kernels) {
    SplitPlan plan =
        all.only(IntStream.range(0, all.partCount()).filter(_ -> random.nextInt(9) > 0).toArray());
    try (Arena arena = random.nextInt(4) == 0 ? Arena.ofConfined() : Arena.ofShared();
        CpuSplitter splitter = CpuSplitter.open(1 + random.nextInt(4), kernels)) {
      MemorySegment data = data(plan, random, arena);
      List<Guarded> outputs =
          plan.parts().stream()
              .map(
                  part -> Guarded.allocate(anyKind(random), part.bytes(), random.nextInt(9), arena))
              .toList();
      splitter.split(plan, data, outputs.stream().map(Guarded::memory).toList());
      for (Part part : plan.parts()) {
        Guarded output = outputs.get(part.index());
        assertThat(output.bytes()).as("%s", part).isEqualTo(SplitCheck.expected(part, plan, data));
        output.requireIntact();
      }
    }
  }

  /// Ends where its memory ends, so that reading on fails.
  private static MemorySegment data(SplitPlan plan, Random random, Arena arena) {
    byte[] bytes = new byte[Math.toIntExact(plan.data().bytes())];
    random.nextBytes(bytes);
    MemorySegment memory = anyKind(random).allocate(plan.data().bytes() + 8, arena);
    return memory
        .asSlice(random.nextInt(9), plan.data().bytes())
        .copyFrom(MemorySegment.ofArray(bytes))
        .asReadOnly();
  }

  private static MemoryKind anyKind(Random random) {
    MemoryKind[] kinds = MemoryKind.values();
    return kinds[random.nextInt(kinds.length)];
  }
}
