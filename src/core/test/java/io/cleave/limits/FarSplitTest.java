package io.cleave.limits;

import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.F64;
import static io.cleave.plan.ElementType.U1;
import static io.cleave.plan.ElementType.U3;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.run.OpenClSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.MemoryKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Parts of data beyond 4 GiB come from their places, where bytes, bits and elements are counted by
/// 2 to the power of 31, 32, 33 and 35.
@Timeout(300)
@EnabledOnOs(value = OS.LINUX, disabledReason = "memory elsewhere may have no holes")
class FarSplitTest {
  private static final long GIB = 1L << 30;
  private static final Conversion HALVES = Conversion.to(F16);
  private static final Conversion FLOATS = Conversion.to(F32).scaled(0.5, 0);

  /// More than 4000 rows of a MiB, of which a device of 256 MiB takes many slabs.
  private static final SplitPlan MANY_ROWS =
      SplitPlan.of(Layout.of(U8, 4200, (1 << 20) - 3), 1, Cut.byLengths(5, 11, 1000, 300, -1))
          .only(1, 2, 3);

  private static List<SplitPlan> plans() {
    SplitPlan bytes = around(Shape.of(2, 4 * GIB + 1000), U8, 1, 2 * GIB, 4 * GIB);
    SplitPlan packed = around(Shape.of(140, (80 << 20) + 113), U3, 1, 40 << 20, 80 << 20);
    SplitPlan nibbles = around(Shape.of(2, 8 * GIB + 1001), U4, 1, 4 * GIB, 8 * GIB);
    return List.of(
        bytes,
        bytes.converted(FLOATS),
        around(Shape.of(2, 3, GIB / 4 + 90), F64, 2, GIB / 8, GIB / 4),
        // One row: every part is one piece of the data.
        around(Shape.of(2 * GIB + 300, 3), F16, 0, GIB, 2 * GIB),
        MANY_ROWS,
        MANY_ROWS.converted(FLOATS),
        SplitPlan.of(Layout.of(U8, 600, 8 << 20), 1, Cut.byLengths(-1, 50)).only(1),
        packed,
        packed.converted(HALVES),
        nibbles,
        nibbles.converted(HALVES),
        SplitPlan.of(Layout.of(U1, 36_000, (1 << 20) - 5), 1, Cut.byLengths(3, 9, -1)).only(1),
        around(Shape.of(2, 32 * GIB + 1013), U1, 1, 4 * GIB, 32 * GIB));
  }

  /// Takes what lies around these positions along the axis, and the last one.
  private static SplitPlan around(
      Shape shape, ElementType type, int axis, long first, long second) {
    long[] lengths = {first - 9, 21, second - first - 33, 37, -1, 5};
    return SplitPlan.of(Layout.of(type, shape), axis, Cut.byLengths(lengths)).only(1, 3, 5);
  }

  private static void check(Splitter splitter, List<SplitPlan> plans) {
    for (int i = 0; i < plans.size(); i++) {
      try (FarSplit far = new FarSplit(plans.get(i), i % 2 == 1)) {
        far.check(splitter, MemoryKind.NATIVE, i % 2 == 0 ? MemoryKind.BYTES : MemoryKind.NATIVE);
      }
    }
  }

  @ParameterizedTest
  @Tag("c2")
  @EnumSource(
      value = CpuKernels.class,
      names = {"PLAIN", "VECTOR"})
  void byPlainJava(CpuKernels kernels) {
    try (Splitter splitter = CpuSplitter.open(2, kernels)) {
      check(splitter, plans());
    }
  }

  @Test
  @Tag("c2")
  void byTheFastest() {
    try (Splitter splitter = Splitter.open()) {
      check(splitter, plans());
    }
  }

  @Test
  void stacked() {
    SplitPlan many = SplitPlan.of(Layout.of(U8, 4200, 1 << 16, 16), 1, Cut.intoEqualParts(1 << 16));
    SplitPlan few = SplitPlan.of(Layout.of(U8, 3, 2 * GIB), 1, Cut.inChunksOf(1 << 10));
    try (Splitter splitter = CpuSplitter.open(2)) {
      for (SplitPlan plan : List.of(many.only(3, 65_535), few.only(1, (2 << 20) - 1))) {
        for (int axis : new int[] {0, 1}) {
          try (FarSplit far = new FarSplit(plan, false)) {
            far.checkStacked(splitter, plan.stacked(axis), axis);
          }
        }
      }
    }
  }

  @Test
  @Tag("device")
  void onADeviceByChunks() {
    TestSplitters<?, ?> splitters = new TestSplitters<>(new LwjglApi());
    Stream.<OpenClSplitter<?, ?>>of(
            splitters.inPlace(Route.AUTO, 1 << 28), splitters.asOnAGpu(Route.AUTO, 1 << 28))
        .forEach(
            splitter -> {
              try (splitter) {
                assertThat(splitter.route(MANY_ROWS).reason())
                    .doesNotStartWith("by the host")
                    .contains(" chunks of ");
                check(splitter, List.of(MANY_ROWS));
              }
            });
  }
}
