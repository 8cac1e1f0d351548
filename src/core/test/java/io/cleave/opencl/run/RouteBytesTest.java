package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Seeds;
import io.cleave.Splitter;
import io.cleave.opencl.driver.DeviceAnswers;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Guarded;
import io.cleave.spi.MemoryKind;
import io.cleave.spi.RandomSplit;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.SystemMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Every route gives the same bytes: in place and staged, and with the kernels that other devices
/// get.
@Tag("device")
@Tag("long")
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class RouteBytesTest {
  private static final long SEED = 20_261_121L;

  private static final Conversion HALF = Conversion.to(ElementType.F16).scaled(0.5, 0);

  /// Rows that fill blocks and rows that do not, in few and many parts, equal and not.
  enum Example {
    PIECES(SplitPlan.of(Layout.of(ElementType.F16, 37, 33), 0, Cut.byLengths(36, 1))),
    PIXELS(rows(ElementType.U8, 3008, 3, Cut.intoEqualParts(3))),
    WORDS(rows(ElementType.I64, 700, 64, Cut.byLengths(16, 48))),
    MANY(rows(ElementType.F16, 136, 70, Cut.intoEqualParts(70))),
    TENS(rows(ElementType.U8, 1000, 120, Cut.intoEqualParts(10))),
    UNEQUAL(rows(ElementType.U8, 1000, 10, Cut.byLengths(9, 1))),
    ODD(rows(ElementType.U8, 65, 286, Cut.byLengths(21, 33, 7, 60, 45, 13, 51, 39, 17))),
    LONG(rows(ElementType.U8, 4, 9000, Cut.byLengths(8003, 997))),
    NIBBLES(rows(ElementType.U4, 333, 11, Cut.byLengths(2, 5, 4))),
    PIXELS_TO_HALVES(PIXELS.plan.converted(HALF)),
    NIBBLES_TO_HALVES(NIBBLES.plan.converted(HALF)),
    FLOATS_TO_HALVES(rows(ElementType.F32, 4, 3000, Cut.byLengths(1501, 1499)).converted(HALF));

    private final SplitPlan plan;

    Example(SplitPlan plan) {
      this.plan = plan;
    }

    private static SplitPlan rows(ElementType type, long rows, long extent, Cut cut) {
      return SplitPlan.of(Layout.of(type, rows, extent), 1, cut);
    }
  }

  /// Devices that this one is made to look like.
  enum As {
    ITSELF(DeviceAnswers.TRUE),
    BY_CHUNKS(TestSplitters.atOnce(DeviceAnswers.TRUE, 1 << 14)),
    WITHOUT_CLANG(DeviceAnswers.platform("Clover").flushing()),
    ACCELERATOR(DeviceAnswers.TRUE.asAnAccelerator().withGroups(48 << 10, 1024)),
    GPU(DeviceAnswers.TRUE.asAGpu().withGroups(64 << 10, 256)),
    GPU_BY_CHUNKS(TestSplitters.atOnce(GPU.answers, 1 << 14)),
    GPU_THAT_FLUSHES(DeviceAnswers.TRUE.asAGpu().withGroups(4 << 10, 100).flushing()),
    GPU_WITHOUT_LOCAL_MEMORY(DeviceAnswers.TRUE.asAGpu().withGroups(0, 64));

    private final DeviceAnswers answers;

    As(DeviceAnswers answers) {
      this.answers = answers;
    }
  }

  /// Each kernel with all that is compiled into it. A device that gets the kernel of another one
  /// has fewer examples.
  ///
  /// @param names a pattern of the examples' names
  @ParameterizedTest
  @CsvSource({
    "LWJGL, ITSELF, NATIVE, AUTO, .*",
    "LWJGL, ITSELF, NATIVE, PER_PART, PIECES|PIXELS|WORDS|NIBBLES|LONG",
    "LWJGL, ITSELF, NATIVE, BITS, [^_]*",
    "LWJGL, ITSELF, NATIVE, COPIES, PIECES",
    "LWJGL, ITSELF, NATIVE, COMPILED, PIXELS|WORDS|MANY|ODD",
    "LWJGL, ITSELF, NATIVE, STREAMED, (?!NIB)[^_]*",
    "LWJGL, BY_CHUNKS, NATIVE, FUSED, .*",
    "LWJGL, BY_CHUNKS, BYTES, BITS, WORDS|NIBBLES",
    "LWJGL, BY_CHUNKS, BYTES, COMPILED, WORDS|MANY",
    "LWJGL, BY_CHUNKS, BYTES, STREAMED, WORDS|MANY|LONG",
    "LWJGL, WITHOUT_CLANG, NATIVE, AUTO, (PIXELS|NIBBLES).*",
    "LWJGL, WITHOUT_CLANG, NATIVE, COMPILED, PIXELS",
    "LWJGL, ACCELERATOR, NATIVE, AUTO, PIXELS|MANY",
    "LWJGL, GPU, NATIVE, AUTO, LONG|WORDS|(PIXELS|NIBBLES|FLOATS).*",
    "LWJGL, GPU, NATIVE, PER_PART, PIXELS|WORDS",
    "LWJGL, GPU, NATIVE, COPIES, PIECES",
    "LWJGL, GPU_THAT_FLUSHES, NATIVE, AUTO, PIXELS.*|NIBBLES_.*",
    "LWJGL, GPU_WITHOUT_LOCAL_MEMORY, NATIVE, AUTO, NIBBLES|.*_.*",
    "JOCL, ITSELF, NATIVE, AUTO, PIXELS|MANY|NIBBLES_.*",
    "JOCL, GPU_BY_CHUNKS, BYTES, AUTO, PIXELS|WORDS|NIBBLES_.*"
  })
  void givesTheSameBytes(Binding binding, As device, MemoryKind memory, Route route, String names) {
    try (Splitter splitter = TestSplitters.through(binding).open(device.answers, route)) {
      Arrays.stream(Example.values())
          .filter(example -> example.name().matches(names))
          .forEach(example -> splits(splitter, example.plan, memory));
    }
  }

  /// Plans that a route does not fit are refused.
  @ParameterizedTest
  @EnumSource(names = {"PER_PART", "BITS", "COMPILED", "STREAMED"})
  void givesTheSameBytesOfRandomPlans(Route route) {
    try (Splitter splitter = TestSplitters.through(Binding.LWJGL).inPlace(route)) {
      for (long seed : Seeds.of(1, 20)) {
        SplitPlan plan = new RandomSplit(new Random(seed), 50_000).plan();
        try {
          splits(splitter, plan, MemoryKind.NATIVE);
        } catch (IllegalArgumentException e) {
          assertThat(e)
              .hasMessageStartingWith("route %s does not fit this plan: ".formatted(route));
        }
      }
    }
  }

  /// Kernels load whole lines, but none from behind the data, where no memory is mapped.
  private static void splits(Splitter splitter, SplitPlan plan, MemoryKind memory) {
    long bytes = plan.data().bytes();
    try (SystemMemory cliff = SystemMemory.beforeCliff(bytes);
        Arena arena = Arena.ofConfined()) {
      // Only aligned memory is used in place.
      MemorySegment data = bytes % 16 == 0 ? cliff.memory() : arena.allocate(bytes, 128);
      data.copyFrom(SplitCheck.bytes(plan, new Random(SEED)));
      List<Guarded> parts =
          plan.parts().stream()
              .map(part -> Guarded.allocate(memory, part.bytes(), 0, arena))
              .toList();
      splitter.split(plan, data, parts.stream().map(Guarded::memory).toList());
      for (Part part : plan.parts()) {
        Guarded output = parts.get(part.index());
        assertThat(output.bytes())
            .as("%s of %s", part, plan)
            .isEqualTo(SplitCheck.expected(part, plan, data));
        output.requireIntact();
      }
    }
  }
}
