package io.cleave.cpu;

import io.cleave.Seeds;
import io.cleave.convert.RandomRules;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.SplitExample;
import io.cleave.spi.StridedPlan;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Short runs of every length, in rows short and long, and windows, stacks and joins, between all
/// kinds of memory, by plain loops and by vectors, by one thread and by several.
@Tag("kernels")
class CpuKernelsTest {
  private static final long SEED = 20_261_121L;

  /// Around the lengths where another loop takes over.
  private static final int[] RUNS = {
    1, 1, 1, 2, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 60, 64, 100, 127, 128, 129, 300
  };

  private static final int[] ROWS = {1, 7, 8, 9, 63, 64, 65, 1000, 30_001};
  private static final int MAX_ELEMENTS = 1_000_000;

  private static SplitPlan plan(ElementType type, long rows, long... lengths) {
    return SplitPlan.of(
        Layout.of(type, rows, Arrays.stream(lengths).sum()), 1, Cut.byLengths(lengths));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void gathersRunsOfBytesFromRowsOf(int pitch) {
    for (int run = 1; run < pitch; run++) {
      for (int offset = 0; offset + run <= pitch; offset++) {
        check(plan(ElementType.U8, 20_007, offset, run, pitch - offset - run), new Random(SEED));
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
        int rows = 1 + random.nextInt(70);
        SplitPlan plan = plan(ElementType.U8, rows, offset, run, pitch - offset - run);
        check(example(plan.only(1), random), random, kernels);
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
        check(plan(type, rows, lengths), new Random(SEED));
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
      check(plan(ElementType.U1, 5_003, offset, run, pitch - offset - run), random);
      check(plan(ElementType.U4, 5_003, offset, run, pitch - offset - run), random);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 3000001", "2, 2000003", "9, 1100003", "17, 1048577"})
  void putsLongRowsOfBitsTogether(long rows, long extent) {
    Random random = new Random(SEED);
    long third = extent / 3;
    long[] lengths = {1, 131_077, 0, third, 5, extent - third - 131_083};
    check(plan(ElementType.U1, rows, lengths), random);
    check(plan(ElementType.U3, rows, lengths), random);
  }

  @ParameterizedTest
  @EnumSource(names = {"U1", "U3", "U8", "F16", "F32"})
  void splitsRandomRuns(ElementType type) {
    for (long seed : Seeds.of(12, 300)) {
      Random random = new Random(seed);
      long[] lengths = new long[1 + random.nextInt(random.nextInt(8) == 0 ? 200 : 5)];
      Arrays.setAll(lengths, _ -> RUNS[random.nextInt(RUNS.length)]);
      long most = MAX_ELEMENTS / Arrays.stream(lengths).sum();
      check(plan(type, Math.min(most, ROWS[random.nextInt(ROWS.length)]), lengths), random);
    }
  }

  /// Of each row only a little is wanted, so that the rest need not be read.
  @ParameterizedTest
  @EnumSource(names = {"U1", "U4", "U8", "F16", "F32"})
  void takesALittleOfEachRow(ElementType type) {
    Random random = new Random(SEED);
    for (int run : IntStream.of(RUNS).distinct().toArray()) {
      check(plan(type, 301, 1777, run, 2223 - run).only(1), random);
    }
  }

  /// From many images of a few pixels to a few that are cut into pieces of work.
  @ParameterizedTest
  @CsvSource({"900, 2, 3", "300, 1, 40", "150, 9, 32", "40, 32, 32", "3, 130, 224", "2, 400, 300"})
  void takesChannelsOfImagesApart(int count, int height, int width) {
    Random random = new Random(Seeds.one());
    for (int channels = 1; channels <= 5; channels++) {
      for (int i = 0; i < Seeds.rounds(2, 40); i++) {
        boolean isStacked = random.nextBoolean();
        UnaryOperator<SplitPlan> rules =
            plan -> random.nextBoolean() ? RandomRules.converted(plan, random) : plan;
        check(StridedPlan.images(count, height, width, channels, isStacked, random, rules), random);
      }
    }
  }

  /// Pixels in rows around the lengths that fill vectors, some channels left out. As bf16, 257 is a
  /// tie that is rounded down, and 259 one that is rounded up; as f16, 2049 and 2051. Some results
  /// are subnormal numbers of f16, some are more than it can hold.
  @ParameterizedTest
  @CsvSource({
    "U8, F32, .02, -2.1",
    "U8, F16, .02, -2.1",
    "U8, F16, .004, 0",
    "U8, F16, 1, 2048",
    "U8, F16, 257, 0",
    "U8, F16, 300, -10",
    "U8, F16, 1.1e-7, 1e-8",
    "I8, F32, .02, -2.1",
    "I8, F16, .02, -2.1",
    "U8, BF16, .02, -2.1",
    "I8, BF16, .02, -2.1",
    "U8, BF16, 256, 257",
    "U8, BF16, 1, 257"
  })
  void convertsPixels(ElementType source, ElementType target, float scale, float bias) {
    Random random = new Random(Seeds.one());
    Conversion conversion = Conversion.to(target).scaled(scale, bias);
    for (int width : new int[] {63, 64, 65, 71, 72, 81, 224, 256, 520, 575, 576, 3000}) {
      for (int channels = 2; channels <= 4; channels++) {
        int height = random.nextBoolean() ? 1 : 1 + random.nextInt(20);
        boolean isStacked = random.nextBoolean();
        UnaryOperator<SplitPlan> rules = plan -> plan.converted(conversion);
        check(StridedPlan.images(5, height, width, channels, isStacked, random, rules), random);
        Layout pixels = Layout.of(source, width, channels);
        check(SplitPlan.of(pixels, 1, Cut.intoEqualParts(channels)).converted(conversion), random);
      }
    }
  }

  private static SplitExample example(SplitPlan plan, Random random) {
    return SplitExample.any(plan, SplitCheck.bytes(plan, random), random);
  }

  private static void check(SplitPlan plan, Random random) {
    check(example(plan, random), random);
  }

  private static void check(StridedPlan strided, Random random) {
    check(SplitExample.any(strided, random), random);
  }

  private static void check(SplitExample example, Random random) {
    CpuKernels[] all = CpuKernels.values();
    check(example, random, all[random.nextInt(all.length)]);
  }

  private static void check(SplitExample example, Random random, CpuKernels kernels) {
    int threads = 1 + random.nextInt(4);
    try (Arena arena = random.nextInt(4) == 0 ? Arena.ofConfined() : Arena.ofShared();
        CpuSplitter splitter = CpuSplitter.open(threads, kernels)) {
      example.check(splitter, arena);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("%s of %s threads: %s".formatted(kernels, threads, example), e);
    }
  }
}
