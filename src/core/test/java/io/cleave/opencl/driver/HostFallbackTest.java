package io.cleave.opencl.driver;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.opencl.run.OpenClSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.SplitCheck;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Splits that the host carries out in place of a device, and says so.
@Tag("device")
class HostFallbackTest {
  private static final long SLAB_BYTES = 1000;

  private final TestSplitters<?, ?> device = TestSplitters.through(Binding.LWJGL);

  private boolean launches(Runnable work) {
    device.driver().expect(null);
    work.run();
    return device.driver().calls().contains("clEnqueueNDRangeKernel");
  }

  private static void splits(Splitter splitter, SplitPlan plan) {
    SplitCheck.check(splitter, plan, new Random(3));
  }

  /// Of bytes one row does not fit, and of bits not the eight that are whole bytes. A route that
  /// was asked for refuses them.
  @ParameterizedTest
  @CsvSource({"FUSED, U8, 1", "BITS, U4, 8"})
  void rowsThatDoNotFitTheDevice(Route route, ElementType type, int rows) {
    SplitPlan plan =
        SplitPlan.of(Layout.of(type, 20, 7001), 1, Cut.byLengths(3, 0, 2500, 11, 4487));
    for (OpenClSplitter<?, ?> open :
        List.of(device.inPlace(Route.AUTO, SLAB_BYTES), device.asOnAGpu(Route.AUTO, SLAB_BYTES))) {
      try (open) {
        assertThat(launches(() -> splits(open, plan))).isFalse();
        assertThat(open.route(plan).reason())
            .startsWith("by the host, since too few rows fit the device at once");
      }
    }
    String message =
        "route %s takes at least %s rows of %s at once, which do not fit the %s bytes that device %s takes at once; split in two steps, or leave the route to auto"
            .formatted(
                route, rows, plan.headline(), SLAB_BYTES, device.device().info().device().name());
    MemorySegment data = SplitCheck.bytes(plan, new Random(3));
    try (OpenClSplitter<?, ?> splitter = device.inPlace(route, SLAB_BYTES)) {
      refuses(() -> splitter.explain(plan), message);
      refuses(() -> splitter.split(plan, data, Arena.ofAuto()), message);
    }
  }

  /// Memory beside the caller's own stays small: longer rows are only split in place.
  @Test
  void rowsThatAreLongAndNotInPlace() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 1, 70 << 20), 1, Cut.byLengths(7, -1));
    try (OpenClSplitter<?, ?> splitter = device.inPlace(Route.AUTO);
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(plan.data().bytes(), 64);
      MemorySegment small = arena.allocate(7, 64);
      MemorySegment place = arena.allocate(70 << 20, 64);
      long rest = (70 << 20) - 7;
      List<MemorySegment> odd = List.of(small, place.asSlice(1, rest));
      assertThat(launches(() -> splitter.split(plan, data, odd))).isFalse();
      List<MemorySegment> aligned = List.of(small, place.asSlice(0, rest));
      assertThat(launches(() -> splitter.split(plan, data, aligned))).isTrue();
    }
  }

  /// Planes that become pixels. A route that was asked for scatters them, too.
  @ParameterizedTest
  @CsvSource({"AUTO, false", "FUSED, true"})
  void stacksThatScatterElements(Route route, boolean launches) {
    int count = 1 << 16;
    SplitPlan pixels =
        SplitPlan.of(Layout.of(ElementType.U8, 3, count), 0, Cut.intoEqualParts(3)).stacked(-1);
    MemorySegment data = SplitCheck.bytes(pixels, new Random(3));
    byte[] result = new byte[3 * count];
    try (OpenClSplitter<?, ?> splitter = device.inPlace(route)) {
      assertThat(launches(() -> splitter.split(pixels, data, MemorySegment.ofArray(result))))
          .isEqualTo(launches);
      assertThat(splitter.explain(pixels).contains("by the host, since there are 65536 or more"))
          .isEqualTo(!launches);
    }
    for (int i = 0; i < result.length; i++) {
      byte expected = data.get(ValueLayout.JAVA_BYTE, (long) i % 3 * count + i / 3);
      assertThat(result[i]).as("byte %s", i).isEqualTo(expected);
    }
  }

  /// Whatever the route, and however long the rows are, which the device need not hold then.
  @ParameterizedTest
  @EnumSource(names = {"AUTO", "FUSED"})
  void whatTheDeviceRoundsOtherwise(Route route) {
    SplitPlan scaled =
        SplitPlan.of(Layout.of(ElementType.F32, 2, 3), 1, Cut.byLengths(1, 2))
            .converted(Conversion.to(ElementType.F16).scaled(2, 0));
    SplitPlan widened =
        SplitPlan.of(Layout.of(ElementType.U16, 1025, 2), 0, Cut.byLengths(1025))
            .converted(Conversion.to(ElementType.F64));
    DeviceAnswers flushing = TestSplitters.atOnce(DeviceAnswers.TRUE.flushing(), 1 << 14);
    try (OpenClSplitter<?, ?> splitter = device.open(flushing, route)) {
      for (SplitPlan plan : List.of(scaled, widened)) {
        assertThat(launches(() -> splits(splitter, plan))).isFalse();
        assertThat(splitter.route(plan).reason())
            .startsWith("by the host, since device ")
            .contains(" does not round or keep small numbers");
      }
    }
  }
}
