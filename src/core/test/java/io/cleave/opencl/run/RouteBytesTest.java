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
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every route gives the same bytes wherever it fits, and says why where it does not: in place and
/// staged, and with the kernels that other devices get.
@Tag("device")
@Tag("long")
@Timeout(300)
class RouteBytesTest {
  private static final long SEED = 20_261_121L;

  private static final List<SplitPlan> PLANS =
      List.of(
          SplitPlan.of(Layout.of(ElementType.F32, 1, 61), 1, Cut.byLengths(3, 0, 50, 8)),
          SplitPlan.of(Layout.of(ElementType.F16, 37, 3), 0, Cut.byLengths(36, 1)),
          SplitPlan.of(Layout.of(ElementType.U8, 3000, 3), 1, Cut.intoEqualParts(3)),
          SplitPlan.of(Layout.of(ElementType.I64, 700, 64), 1, Cut.byLengths(16, 48)),
          SplitPlan.of(Layout.of(ElementType.F16, 130, 70), 1, Cut.intoEqualParts(70)),
          SplitPlan.of(Layout.of(ElementType.U4, 333, 11), 1, Cut.byLengths(2, 5, 4)),
          SplitPlan.of(Layout.of(ElementType.U8, 65, 449), 1, Cut.byLengths(64, 257, 128)),
          SplitPlan.of(Layout.of(ElementType.U8, 4, 9000), 1, Cut.byLengths(4501, 4499)));

  private static final Conversion HALF = Conversion.to(ElementType.F16).scaled(0.5, 0);

  private static final List<SplitPlan> CONVERSIONS =
      List.of(
          PLANS.get(2).converted(HALF),
          PLANS.get(5).converted(HALF),
          SplitPlan.of(Layout.of(ElementType.F32, 4, 3000), 1, Cut.byLengths(1501, 1499))
              .converted(HALF));

  /// A device that is made to look like another one, and the routes to try on it.
  private static Stream<Arguments> on(String name, DeviceAnswers device, Route... routes) {
    return Stream.of(routes).map(route -> Arguments.of(name, device, MemoryKind.NATIVE, route));
  }

  static Stream<Arguments> devices() {
    DeviceAnswers gpu = DeviceAnswers.TRUE.asAGpu();
    DeviceAnswers chunks = TestSplitters.atOnce(DeviceAnswers.TRUE, 1 << 14);
    return Stream.of(
            on("in place", DeviceAnswers.TRUE, Route.values()),
            on("in place by chunks", chunks, Route.FUSED),
            Stream.of(Route.BITS, Route.COMPILED, Route.STREAMED)
                .map(route -> Arguments.of("staged by chunks", chunks, MemoryKind.BYTES, route)),
            on(
                "without clang",
                DeviceAnswers.platform("rusticl").flushing(),
                Route.AUTO,
                Route.PER_PART,
                Route.COMPILED),
            on(
                "accelerator",
                DeviceAnswers.TRUE.asAnAccelerator().withGroups(48 << 10, 1024),
                Route.AUTO),
            on(
                "GPU",
                gpu.withGroups(64 << 10, 256),
                Route.AUTO,
                Route.PER_PART,
                Route.BITS,
                Route.COPIES),
            on("GPU that flushes", gpu.withGroups(4 << 10, 100).flushing(), Route.AUTO),
            on("GPU without local memory", gpu.withGroups(0, 64), Route.AUTO))
        .flatMap(each -> each);
  }

  @ParameterizedTest(name = "{0}, {3}")
  @MethodSource("devices")
  void givesTheSameBytes(String name, DeviceAnswers device, MemoryKind memory, Route route) {
    // Devices that are like the first in most get plans of other kernels alone.
    List<SplitPlan> plans = new ArrayList<>(PLANS.subList(1, 6));
    if (name.equals("in place")) {
      plans.addAll(List.of(PLANS.get(0), PLANS.get(6), PLANS.get(7)));
      for (long seed : Seeds.of(1, 20)) {
        plans.add(new RandomSplit(new Random(seed), 50_000).plan());
      }
    }
    int moved;
    int converted;
    try (Splitter splitter = TestSplitters.through(Binding.LWJGL).open(device, route)) {
      moved = fitting(splitter, plans, memory, route);
      converted = fitting(splitter, CONVERSIONS, memory, route);
    }
    switch (route) {
      case AUTO, PER_PART, FUSED -> {
        assertThat(moved).isEqualTo(plans.size());
        assertThat(converted).isEqualTo(CONVERSIONS.size());
      }
      case BITS -> assertThat(moved).isEqualTo(plans.size());
      case COPIES, COMPILED, STREAMED -> assertThat(moved).isPositive();
    }
  }

  /// The number of plans that the route fits.
  private static int fitting(
      Splitter splitter, List<SplitPlan> plans, MemoryKind memory, Route route) {
    int fitting = 0;
    for (SplitPlan plan : plans) {
      try (Arena arena = Arena.ofConfined()) {
        splits(splitter, plan, arena.allocate(plan.data().bytes(), 128), memory);
        fitting++;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("route %s does not fit this plan: ".formatted(route));
      }
    }
    return fitting;
  }

  private static void splits(
      Splitter splitter, SplitPlan plan, MemorySegment data, MemoryKind memory) {
    data.copyFrom(SplitCheck.bytes(plan, new Random(SEED)));
    try (Arena arena = Arena.ofConfined()) {
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

  /// Rows that fill blocks and rows that do not, in few and many parts, equal and not. Kernels load
  /// whole lines, but none from behind the data, where no memory is mapped.
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "STREAMED", "FUSED", "PER_PART"})
  @EnabledOnOs(OS.LINUX)
  void readsNothingBehindTheData(Route route) throws Throwable {
    List<SplitPlan> plans =
        List.of(
            SplitPlan.of(Layout.of(ElementType.U8, 64, 3), 1, Cut.intoEqualParts(3)),
            SplitPlan.of(Layout.of(ElementType.U8, 640, 4), 1, Cut.byLengths(3, 1)),
            SplitPlan.of(Layout.of(ElementType.U8, 1000, 10), 1, Cut.byLengths(9, 1)),
            SplitPlan.of(Layout.of(ElementType.U8, 640, 100), 1, Cut.byLengths(33, 7, 60)),
            SplitPlan.of(Layout.of(ElementType.U8, 1000, 120), 1, Cut.intoEqualParts(10)),
            SplitPlan.of(Layout.of(ElementType.F16, 64, 79), 1, Cut.intoEqualParts(79)));
    try (Splitter splitter = TestSplitters.through(Binding.LWJGL).inPlace(route)) {
      for (SplitPlan plan : plans) {
        try (SystemMemory data = SystemMemory.beforeCliff(plan.data().bytes())) {
          splits(splitter, plan, data.memory(), MemoryKind.NATIVE);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LWJGL", "JOCL"})
  void splitsThroughBothBindings(Binding binding) {
    TestSplitters<?, ?> device = TestSplitters.through(binding);
    try (Splitter inPlace = device.inPlace(Route.AUTO);
        Splitter staged = device.asOnAGpu(Route.AUTO, 1 << 14)) {
      for (SplitPlan plan : List.of(PLANS.get(2), PLANS.get(4), PLANS.get(7), CONVERSIONS.get(1))) {
        SplitCheck.check(inPlace, plan, new Random(SEED));
        SplitCheck.checkInPlace(inPlace, plan, new Random(SEED));
        SplitCheck.check(staged, plan, new Random(SEED));
      }
    }
  }

  /// One kernel for all parts, for each of which it has a grid of another width. PoCL mixes up such
  /// launches if they overlap; see DeviceInfo.
  @Test
  void severalSplittersMaySplitAtOnce() throws Exception {
    long[] odd = LongStream.iterate(1, length -> length + 2).limit(12).toArray();
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.F32, 1 << 15, 144), 1, Cut.byLengths(odd));
    Callable<Integer> often = () -> splitOften(plan);
    try (var threads = Executors.newFixedThreadPool(3)) {
      for (Future<Integer> call : threads.invokeAll(Collections.nCopies(3, often))) {
        assertThat(call.get()).isEqualTo(plan.partCount());
      }
    }
  }

  private static int splitOften(SplitPlan plan) {
    try (Splitter splitter = TestSplitters.through(Binding.LWJGL).inPlace(Route.PER_PART);
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(plan.data().bytes(), 64).fill((byte) 7);
      List<MemorySegment> parts =
          plan.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
      for (int i = 0; i < 40; i++) {
        splitter.split(plan, data, parts);
      }
      for (MemorySegment part : parts) {
        assertThat(part.mismatch(data.asSlice(0, part.byteSize()))).isEqualTo(-1);
      }
    }
    return plan.partCount();
  }
}
