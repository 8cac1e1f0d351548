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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Every route gives the same bytes wherever it fits, and says why where it does not: in place and
/// staged, and with the kernels that other devices get.
@Tag("device")
@Tag("long")
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class RouteBytesTest {
  private static final long SEED = 20_261_121L;

  /// Rows that fill blocks and rows that do not, in few and many parts, equal and not.
  private static final List<SplitPlan> PLANS =
      List.of(
          SplitPlan.of(Layout.of(ElementType.F16, 37, 3), 0, Cut.byLengths(36, 1)),
          plan(ElementType.U8, 3008, 3, Cut.intoEqualParts(3)),
          plan(ElementType.I64, 700, 64, Cut.byLengths(16, 48)),
          plan(ElementType.F16, 136, 70, Cut.intoEqualParts(70)),
          plan(ElementType.U4, 333, 11, Cut.byLengths(2, 5, 4)));

  /// More plans, for the routes of the device as it is.
  private static final List<SplitPlan> MORE =
      List.of(
          plan(ElementType.F32, 1, 61, Cut.byLengths(3, 0, 50, 8)),
          plan(ElementType.U8, 65, 449, Cut.byLengths(64, 257, 128)),
          plan(ElementType.U8, 4, 9000, Cut.byLengths(4501, 4499)),
          plan(ElementType.U8, 640, 4, Cut.byLengths(3, 1)),
          plan(ElementType.U8, 1000, 10, Cut.byLengths(9, 1)),
          plan(ElementType.U8, 1000, 120, Cut.intoEqualParts(10)));

  private static final Conversion HALF = Conversion.to(ElementType.F16).scaled(0.5, 0);
  private static final List<SplitPlan> CONVERSIONS =
      List.of(
          PLANS.get(1).converted(HALF),
          PLANS.get(4).converted(HALF),
          plan(ElementType.F32, 4, 3000, Cut.byLengths(1501, 1499)).converted(HALF));

  private static SplitPlan plan(ElementType type, long rows, long extent, Cut cut) {
    return SplitPlan.of(Layout.of(type, rows, extent), 1, cut);
  }

  /// Devices that this one is made to look like.
  @SuppressWarnings("ImmutableEnumChecker") // answers are immutable
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

  @ParameterizedTest
  @CsvSource({
    "ITSELF, NATIVE, AUTO FUSED PER_PART BITS COPIES COMPILED STREAMED",
    "BY_CHUNKS, NATIVE, FUSED",
    "BY_CHUNKS, BYTES, BITS COMPILED STREAMED",
    "WITHOUT_CLANG, NATIVE, AUTO PER_PART COMPILED",
    "ACCELERATOR, NATIVE, AUTO",
    "GPU, NATIVE, AUTO PER_PART BITS COPIES",
    "GPU_THAT_FLUSHES, NATIVE, AUTO",
    "GPU_WITHOUT_LOCAL_MEMORY, NATIVE, AUTO"
  })
  void givesTheSameBytes(As device, MemoryKind memory, String routes) {
    List<SplitPlan> plans = new ArrayList<>(PLANS);
    if (device == As.ITSELF) {
      plans.addAll(MORE);
      for (long seed : Seeds.of(1, 20)) {
        plans.add(new RandomSplit(new Random(seed), 50_000).plan());
      }
    }
    for (String name : routes.split(" ", -1)) {
      Route route = Route.valueOf(name);
      try (Splitter splitter = TestSplitters.through(Binding.LWJGL).open(device.answers, route)) {
        int moved = fitting(splitter, plans, memory, route);
        int converted = fitting(splitter, CONVERSIONS, memory, route);
        boolean takesAll = Set.of(Route.AUTO, Route.PER_PART, Route.FUSED).contains(route);
        assertThat(moved).isBetween(takesAll || route == Route.BITS ? plans.size() : 1, 99);
        assertThat(converted).isBetween(takesAll ? CONVERSIONS.size() : 0, CONVERSIONS.size());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ITSELF", "GPU_BY_CHUNKS"})
  void givesTheSameBytesThroughJocl(As device) {
    try (Splitter splitter = TestSplitters.through(Binding.JOCL).open(device.answers, Route.AUTO)) {
      int moved = fitting(splitter, PLANS, MemoryKind.NATIVE, Route.AUTO);
      assertThat(moved).isEqualTo(PLANS.size());
      fitting(splitter, CONVERSIONS, MemoryKind.BYTES, Route.AUTO);
    }
  }

  /// The number of plans that the route fits.
  private static int fitting(
      Splitter splitter, List<SplitPlan> plans, MemoryKind memory, Route route) {
    int fitting = 0;
    for (SplitPlan plan : plans) {
      try {
        splits(splitter, plan, memory);
        fitting++;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("route %s does not fit this plan: ".formatted(route));
      }
    }
    return fitting;
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
