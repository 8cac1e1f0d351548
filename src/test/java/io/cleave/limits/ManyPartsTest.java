package io.cleave.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.Splitters;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.jocl.JoclBinding;
import io.cleave.opencl.lwjgl.LwjglBinding;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A hundred thousand parts and more, for real.
@Timeout(900)
class ManyPartsTest {
  private static final int MANY = 100_000;

  @Test
  void plainJavaSplitsIntoThem() {
    for (CpuKernels kernels : List.of(CpuKernels.PLAIN, CpuKernels.VECTOR)) {
      try (Splitter splitter = CpuSplitter.open(2, kernels)) {
        splits(splitter, MANY);
        check(splitter, bytes(1 << 20));
      }
    }
  }

  @Test
  void whateverIsFastestSplitsIntoThem() {
    try (Splitter splitter = Splitters.open()) {
      splits(splitter, MANY);
    }
  }

  /// Each part is a command, and of all that are queued this device chooses the next one.
  @ParameterizedTest
  @EnumSource(names = {"AUTO", "FUSED"})
  void aDeviceInMemorySplitsIntoThem(RouteName route) {
    try (Splitter splitter = TestSplitters.onAFake(false).inPlace(route)) {
      check(splitter, bytes(Seeds.rounds(MANY / 10, MANY)));
    }
  }

  /// A launch for each takes its time: so many, of one plan alone.
  @ParameterizedTest
  @EnumSource(names = {"AUTO", "PER_PART", "FUSED"})
  @Tag("device")
  void aDeviceSplitsIntoThemThroughEitherBinding(RouteName route) {
    int fewer = Seeds.rounds(MANY / 50, MANY / 10);
    for (var splitters :
        List.of(new TestSplitters<>(new LwjglBinding()), new TestSplitters<>(new JoclBinding()))) {
      try (Splitter inPlace = splitters.inPlace(route);
          Splitter apart = splitters.thereAndBack(route, 1 << 28)) {
        splits(inPlace, route == RouteName.PER_PART ? fewer : MANY);
        splits(apart, fewer);
        int most = Seeds.rounds(fewer, MANY);
        check(inPlace, bytes(most));
        check(apart, bytes(most));
      }
    }
  }

  private static void splits(Splitter splitter, int parts) {
    SplitPlan bytes = bytes(parts);
    check(splitter, bytes);
    check(splitter, bytes.converted(Conversion.to(ElementType.F32)));
    check(splitter, bytes.only(0, 7, parts - 2));
    check(splitter, SplitPlan.intoEqualParts(Shape.of(parts, 3), ElementType.F16, 0, parts));
    check(splitter, SplitPlan.byLengths(Shape.of(3, 0), ElementType.U8, 1, new long[parts]));
  }

  /// Parts of 0 to 3 bytes, in three rows.
  private static SplitPlan bytes(int parts) {
    long[] lengths = new long[parts];
    Arrays.setAll(lengths, i -> i % 4);
    return SplitPlan.byLengths(
        Shape.of(3, Arrays.stream(lengths).sum()), ElementType.U8, 1, lengths);
  }

  private static void check(Splitter splitter, SplitPlan plan) {
    try (Arena arena = Arena.ofShared()) {
      byte[] content = new byte[Math.toIntExact(plan.bytes())];
      new Random(plan.partCount()).nextBytes(content);
      MemorySegment data = arena.allocate(Math.max(1, content.length), 64);
      MemorySegment.copy(content, 0, data, ValueLayout.JAVA_BYTE, 0, content.length);
      List<@Nullable MemorySegment> parts = parts(plan, arena);
      splitter.split(plan, data.asSlice(0, content.length), parts);
      requireSplit(plan, content, parts);
    }
  }

  private static List<@Nullable MemorySegment> parts(SplitPlan plan, Arena arena) {
    MemorySegment all = arena.allocate(16L * plan.partCount() * 3 + 64, 64);
    List<@Nullable MemorySegment> parts = new ArrayList<>();
    long at = 0;
    for (Part part : plan.parts()) {
      parts.add(part.isWanted() ? all.asSlice(at, part.bytes()) : null);
      at += Math.ceilDiv(part.bytes(), 16) * 16;
    }
    return parts;
  }

  /// Byte for byte, or float for byte: parts of whole elements from data in rows.
  private static void requireSplit(
      SplitPlan plan, byte[] content, List<@Nullable MemorySegment> parts) {
    int rows = (int) (plan.axis() == 0 ? 1 : plan.shape().extent(0));
    int width = plan.type().bits() / Byte.SIZE * (plan.axis() == 0 ? 3 : 1);
    int row = content.length / rows;
    int start = 0;
    for (Part part : plan.parts()) {
      int run = (int) part.length() * width;
      if (part.isWanted()) {
        MemorySegment memory = Objects.requireNonNull(parts.get(part.index()));
        for (int i = 0; i < rows * run; i++) {
          byte expected = content[i / run * row + start + i % run];
          if (plan.converts()) {
            float value = memory.getAtIndex(ValueLayout.JAVA_FLOAT, i);
            assertThat(value).as("%s", part).isEqualTo(Byte.toUnsignedInt(expected));
          } else if (memory.get(ValueLayout.JAVA_BYTE, i) != expected) {
            throw new AssertionError("byte %d of %s".formatted(i, part));
          }
        }
      }
      start += run;
    }
  }
}
