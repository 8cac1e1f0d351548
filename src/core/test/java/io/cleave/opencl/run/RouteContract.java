package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Seeds;
import io.cleave.Splitter;
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
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every route gives the same bytes wherever it fits, in place and through buffers, at once and by
/// the slab; and says why where it does not fit.
@Timeout(300)
public abstract class RouteContract {
  private static final long SEED = 20_261_121L;

  private static final long SLAB = 1 << 14;

  /// Routes that fit whatever there is to split.
  private static final Set<Route> ALWAYS =
      Set.of(Route.AUTO, Route.BITS, Route.PER_PART, Route.FUSED);

  private static final Set<Route> CONVERTING = Set.of(Route.AUTO, Route.PER_PART, Route.FUSED);

  /// A device with a binding.
  protected abstract TestSplitters<?, ?> splitters();

  @ParameterizedTest
  @EnumSource
  void givesTheSameBytes(Route route) {
    List<SplitPlan> slabbed =
        plans().stream().filter(plan -> plan.data().bytes() <= SLAB / 8 * plan.rows()).toList();
    for (MemoryKind memory : List.of(MemoryKind.NATIVE, MemoryKind.BYTES)) {
      splitsAll(splitters().inPlace(route), plans(), memory, route);
      splitsAll(splitters().inPlace(route, SLAB), slabbed, memory, route);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "STREAMED", mode = EnumSource.Mode.EXCLUDE)
  void givesTheSameBytesAsOnAGpu(Route route) {
    splitsAll(splitters().asOnAGpu(route), plans(), MemoryKind.NATIVE, route);
  }

  /// Whichever of them converts does so, and the others say why not.
  @ParameterizedTest
  @EnumSource
  void convertsToTheSameBytes(Route route) {
    int converted = 0;
    try (Splitter splitter = splitters().inPlace(route)) {
      for (SplitPlan plan : conversions()) {
        converted += splits(splitter, plan, MemoryKind.NATIVE, route) ? 1 : 0;
      }
    }
    assertThat(converted).isEqualTo(CONVERTING.contains(route) ? conversions().size() : 0);
  }

  static List<SplitPlan> conversions() {
    Conversion half = Conversion.to(ElementType.F16).scaled(0.5, 0);
    return List.of(
        SplitPlan.of(Layout.of(ElementType.U8, 3000, 3), 1, Cut.intoEqualParts(3)).converted(half),
        SplitPlan.of(Layout.of(ElementType.U4, 333, 11), 1, Cut.byLengths(2, 5, 4)).converted(half),
        SplitPlan.of(Layout.of(ElementType.F32, 4, 9000), 1, Cut.byLengths(4501, 4499))
            .converted(half));
  }

  /// Whole lines and windows are loaded, but none from behind the data: this JVM would not survive
  /// it.
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "STREAMED", "FUSED", "PER_PART"})
  @EnabledOnOs(OS.LINUX)
  void readsNothingBehindTheData(Route route) throws Throwable {
    try (Splitter splitter = splitters().inPlace(route)) {
      for (SplitPlan plan : shortRuns()) {
        try (SystemMemory data = SystemMemory.beforeCliff(plan.data().bytes());
            Arena arena = Arena.ofConfined()) {
          byte[] bytes = new byte[Math.toIntExact(plan.data().bytes())];
          new Random(SEED).nextBytes(bytes);
          data.memory().copyFrom(MemorySegment.ofArray(bytes));
          List<Guarded> parts = outputs(plan, MemoryKind.NATIVE, arena);
          splitter.split(plan, data.memory(), parts.stream().map(Guarded::memory).toList());
          requireSplit(plan, data.memory(), parts, route);
        }
      }
    }
  }

  /// Rows that fill blocks, and some that do not; few and many parts, equal and not.
  private static List<SplitPlan> shortRuns() {
    List<SplitPlan> plans = new ArrayList<>();
    for (int rows : new int[] {64, 640, 1000}) {
      plans.add(SplitPlan.of(Layout.of(ElementType.U8, rows, 3), 1, Cut.intoEqualParts(3)));
      plans.add(SplitPlan.of(Layout.of(ElementType.U8, rows, 4), 1, Cut.byLengths(3, 1)));
      plans.add(SplitPlan.of(Layout.of(ElementType.U8, rows, 10), 1, Cut.byLengths(9, 1)));
      plans.add(SplitPlan.of(Layout.of(ElementType.U8, rows, 100), 1, Cut.byLengths(33, 7, 60)));
      plans.add(SplitPlan.of(Layout.of(ElementType.U8, rows, 120), 1, Cut.intoEqualParts(10)));
      plans.add(SplitPlan.of(Layout.of(ElementType.F16, rows, 79), 1, Cut.intoEqualParts(79)));
    }
    return plans;
  }

  /// PoCL mixes up launches of one kernel that run side by side, see DeviceInfo. It ends the
  /// process only now and then, so this finds gross errors; that launches are kept apart, other
  /// tests prove.
  @Test
  void severalSplittersGetAlong() throws Exception {
    // One kernel for all parts, but for each a grid of another width.
    long[] odd = LongStream.iterate(1, length -> length + 2).limit(12).toArray();
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.F32, 1 << 15, 144), 1, Cut.byLengths(odd));
    Callable<Integer> often = () -> splitOften(plan);
    try (var threads = Executors.newFixedThreadPool(3)) {
      for (Future<Integer> call : threads.invokeAll(Collections.nCopies(3, often))) {
        assertThat(call.get()).isEqualTo(plan.partCount());
      }
    }
  }

  private int splitOften(SplitPlan plan) {
    try (Splitter splitter = splitters().apart().inPlace(Route.PER_PART);
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

  private static void splitsAll(
      Splitter open, List<SplitPlan> plans, MemoryKind memory, Route route) {
    int fitted = 0;
    try (open) {
      for (SplitPlan plan : plans) {
        fitted += splits(open, plan, memory, route) ? 1 : 0;
      }
    }
    assertThat(fitted).as("plans that the route fits").isGreaterThan(1);
    if (ALWAYS.contains(route)) {
      assertThat(fitted).as("plans that the route fits").isEqualTo(plans.size());
    }
  }

  static List<SplitPlan> plans() {
    List<SplitPlan> plans = new ArrayList<>();
    plans.add(SplitPlan.of(Layout.of(ElementType.F32, 1, 61), 1, Cut.byLengths(3, 0, 50, 8)));
    plans.add(SplitPlan.of(Layout.of(ElementType.F16, 37, 3), 0, Cut.byLengths(36, 1)));
    plans.add(SplitPlan.of(Layout.of(ElementType.U8, 3000, 3), 1, Cut.intoEqualParts(3)));
    plans.add(SplitPlan.of(Layout.of(ElementType.I64, 700, 64), 1, Cut.byLengths(16, 48)));
    plans.add(SplitPlan.of(Layout.of(ElementType.F16, 130, 70), 1, Cut.intoEqualParts(70)));
    plans.add(SplitPlan.of(Layout.of(ElementType.U4, 333, 11), 1, Cut.byLengths(2, 5, 4)));
    plans.add(SplitPlan.of(Layout.of(ElementType.U8, 4, 9000), 1, Cut.byLengths(4501, 4499)));
    for (long seed : Seeds.of(1, 20)) {
      RandomSplit random = new RandomSplit(new Random(seed), 50_000);
      for (int i = 0; i < 2; i++) {
        plans.add(random.plan());
      }
    }
    return plans;
  }

  /// Whether the route fits.
  static boolean splits(Splitter splitter, SplitPlan plan, MemoryKind memory, Route route) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data =
          arena.allocate(Math.max(1, plan.data().bytes()), 128).asSlice(0, plan.data().bytes());
      byte[] bytes = new byte[Math.toIntExact(plan.data().bytes())];
      new Random(SEED).nextBytes(bytes);
      data.copyFrom(MemorySegment.ofArray(bytes));
      List<Guarded> parts = outputs(plan, memory, arena);
      try {
        splitter.split(plan, data, parts.stream().map(Guarded::memory).toList());
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("route %s does not fit this plan: ".formatted(route));
        return false;
      }
      requireSplit(plan, data, parts, route);
      return true;
    }
  }

  private static List<Guarded> outputs(SplitPlan plan, MemoryKind memory, Arena arena) {
    return plan.parts().stream()
        .map(part -> Guarded.allocate(memory, part.bytes(), 0, arena))
        .toList();
  }

  private static void requireSplit(
      SplitPlan plan, MemorySegment data, List<Guarded> parts, Route route) {
    for (Part part : plan.parts()) {
      byte[] expected = SplitCheck.expected(part, plan, data);
      Guarded output = parts.get(part.index());
      assertThat(output.bytes()).as("%s of %s by %s", part, plan, route).isEqualTo(expected);
      output.requireIntact();
    }
  }
}
