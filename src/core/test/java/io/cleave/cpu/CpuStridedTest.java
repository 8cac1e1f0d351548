package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import io.cleave.Seeds;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Guarded;
import io.cleave.spi.MemoryKind;
import io.cleave.spi.StridedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Windows of padded data, stacks and joins, converted or not, by plain loops and by vectors, by
/// one thread and by two, between all kinds of memory at any address.
@Tag("kernels")
class CpuStridedTest {
  private static final CpuKernels[] KERNELS = {CpuKernels.PLAIN, CpuKernels.VECTOR};

  @RandomTest(gate = 4, thorough = 100)
  void agreesWithTheOracle(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 250; i++) {
      check(StridedPlan.of(random, random.nextInt(8) == 0 ? 60_000 : 3_000), random);
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
        check(StridedPlan.images(count, height, width, channels, isStacked, random), random);
      }
    }
  }

  private static void check(StridedPlan strided, Random random) {
    CpuKernels kernels = KERNELS[random.nextInt(KERNELS.length)];
    SplitPlan plan = strided.plan();
    try (Arena arena = random.nextInt(4) == 0 ? Arena.ofConfined() : Arena.ofShared();
        CpuSplitter splitter = CpuSplitter.open(1 + random.nextInt(2), kernels)) {
      MemorySegment content = strided.content(random);
      MemorySegment data = kind(random).allocate(content.byteSize() + 8, arena);
      data = data.asSlice(random.nextInt(9), content.byteSize()).copyFrom(content).asReadOnly();
      List<Guarded> parts =
          plan.parts().stream()
              .map(part -> Guarded.allocate(kind(random), part.bytes(), random.nextInt(9), arena))
              .toList();
      splitter.split(plan, data, parts.stream().map(Guarded::memory).toList());
      for (Part part : plan.parts()) {
        Guarded output = parts.get(part.index());
        assertThat(output.bytes())
            .as("%s", part)
            .isEqualTo(strided.expected(part.index(), content));
        output.requireIntact();
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("%s by %s: %s".formatted(plan, kernels, strided), e);
    }
  }

  private static MemoryKind kind(Random random) {
    MemoryKind[] kinds = MemoryKind.values();
    return random.nextBoolean() ? MemoryKind.NATIVE : kinds[random.nextInt(kinds.length)];
  }
}
