package io.cleave.opencl.route;

import static io.cleave.opencl.route.Routes.content;
import static io.cleave.opencl.route.Routes.first;
import static io.cleave.opencl.route.Routes.route;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Route;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the kernels that convert are called with.
class ConversionLaunchTest {
  @Test
  void moreRulesThanTablesHoldAreRefused() {
    int parts = (1 << 19) + 1;
    double[] scales = new double[parts];
    IntStream.range(0, parts).forEach(i -> scales[i] = i + 1);
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U8, 2, parts), 1, Cut.intoEqualParts(parts))
            .converted(Conversion.to(ElementType.F32).scaled(scales, new double[1]));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Router.route(
                    RouterDevices.withoutExactFloats(RouterDevices.POCL),
                    plan,
                    RouterSuite.packed(plan),
                    Route.AUTO))
        .withMessage(
            "tables of more than 134217728 patterns do not fit a device; convert fewer parts at"
                + " once");
  }

  /// On llvmpipe a work-item must not take many steps.
  @ParameterizedTest
  @ValueSource(longs = {2, 31, 32, 33, 1023, 1024, 2047, 2048, 2049, 5000, 100_000})
  void tilesAreFewElements(long extent) {
    for (long[] lengths : new long[][] {{1, extent - 1}, {extent / 2, extent - extent / 2}}) {
      SplitPlan plan =
          SplitPlan.of(Layout.of(ElementType.U8, 1000, extent), 1, Cut.byLengths(lengths))
              .converted(Conversion.to(ElementType.F32));
      for (DeviceInfo facts : List.of(RouterDevices.RUSTICL, RouterDevices.POCL)) {
        long most = facts.equals(RouterDevices.POCL) ? 16_384 : 2048;
        Launch.Kernel launch = first(route(facts, plan, Route.AUTO));
        assertThat(height(launch) * widest(launch)).as("%s", launch).isBetween(1L, most * 8);
      }
    }
  }

  /// Rows that fill a tile, and longer ones, of which it takes eight.
  @ParameterizedTest
  @CsvSource({"128, 1", "200, 8"})
  void tilesOfShortRunsAreFewElements(long run, long rows) {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U8, 100, 16 * run), 1, Cut.intoEqualParts(16))
            .converted(Conversion.to(ElementType.F32));
    Launch.Kernel launch = first(route(RouterDevices.RUSTICL, plan, Route.AUTO));
    assertThat(height(launch)).isEqualTo(rows);
    assertThat(rows * widest(launch)).isLessThanOrEqualTo(2048 * 8);
  }

  private static long height(Launch.Kernel launch) {
    return launch.numbers().getLast();
  }

  /// The bits of the row of the widest column.
  private static long widest(Launch.Kernel launch) {
    ByteBuffer pieces = content(launch.tables().get(launch.tables().size() - 2));
    ByteBuffer columns = content(launch.tables().getLast());
    long widest = 0;
    for (int c = 0; c < columns.capacity() / 4 - 1; c++) {
      widest =
          Math.max(
              widest,
              IntStream.range(columns.getInt(4 * c), columns.getInt(4 * c + 4))
                  .mapToLong(p -> pieces.getInt(32 * p + 24))
                  .sum());
    }
    return widest;
  }
}
