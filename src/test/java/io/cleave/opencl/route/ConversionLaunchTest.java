package io.cleave.opencl.route;

import static io.cleave.opencl.route.Routes.first;
import static io.cleave.opencl.route.Routes.route;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.RouteName;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.route.launch.Launch;
import io.cleave.opencl.route.launch.Launch.Slot;
import io.cleave.opencl.route.launch.Table;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the kernels that convert are called with.
class ConversionLaunchTest {
  private static final SplitPlan DEQUANTIZED =
      SplitPlan.byLengths(Shape.of(64, 7), ElementType.I32, 1, 3, 4)
          .converted(Conversion.to(ElementType.F32).dequantized(new float[] {2}, 8));
  private static final SplitPlan LOOKED_UP =
      SplitPlan.byLengths(Shape.of(64, 7), ElementType.U4, 1, 3, 4)
          .converted(Conversion.to(ElementType.F32));

  /// Pieces, columns and rules, then what is looked up.
  @Test
  void argumentsAreThoseOfTheKernels() {
    assertThat(slots(RouterDevices.POCL, DEQUANTIZED)).isEqualTo("dooootttlllll");
    assertThat(slots(RouterDevices.POCL, LOOKED_UP)).isEqualTo("doooottttlllll");
    assertThat(slots(RouterDevices.NVIDIA, DEQUANTIZED)).isEqualTo("dooootttllllli");
    assertThat(slots(RouterDevices.NVIDIA, LOOKED_UP)).isEqualTo("doooottttllllli");
  }

  private static String slots(DeviceFacts facts, SplitPlan plan) {
    return first(route(facts, plan, RouteName.AUTO)).slots().stream()
        .map(
            slot ->
                switch (slot) {
                  case Slot.Data _ -> "d";
                  case Slot.Output _ -> "o";
                  case Slot.Addresses _ -> "a";
                  case Slot.Content _ -> "t";
                  case Slot.Int64 _ -> "l";
                  case Slot.Int32 _ -> "i";
                })
        .collect(Collectors.joining());
  }

  @Test
  void rulesOfDifferencesHaveTheirZeroPoint() {
    Launch.Kernel launch = first(route(RouterDevices.POCL, DEQUANTIZED, RouteName.AUTO));
    ByteBuffer rules = tables(launch).get(2).content();
    for (int at : new int[] {0, 16}) {
      assertThat(rules.getFloat(at)).isEqualTo(2);
      assertThat(rules.getInt(at + 8)).isEqualTo(8);
    }
  }

  private static List<Table> tables(Launch.Kernel launch) {
    return launch.slots().stream()
        .filter(slot -> slot instanceof Slot.Content)
        .map(slot -> ((Slot.Content) slot).table())
        .toList();
  }

  @Test
  void moreRulesThanTablesHoldAreRefused() {
    int parts = (1 << 19) + 1;
    float[] scales = new float[parts];
    IntStream.range(0, parts).forEach(i -> scales[i] = i + 1);
    SplitPlan plan =
        SplitPlan.intoEqualParts(Shape.of(2, parts), ElementType.U8, 1, parts)
            .converted(Conversion.to(ElementType.F32).scale(scales));
    Router router = new Router(RouterDevices.POCL.withExactFloats(false));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> router.route(plan, RouterSuite.packed(plan), RouteName.AUTO))
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
          SplitPlan.byLengths(Shape.of(1000, extent), ElementType.U8, 1, lengths)
              .converted(Conversion.to(ElementType.F32));
      for (DeviceFacts facts : List.of(RouterDevices.RUSTICL, RouterDevices.POCL)) {
        long most = facts.equals(RouterDevices.POCL) ? 16_384 : 2048;
        Launch.Kernel launch = first(route(facts, plan, RouteName.AUTO));
        assertThat(height(launch) * widest(launch)).as("%s", launch).isBetween(1L, most * 8);
      }
    }
  }

  /// Rows that fill a tile, and longer ones, of which it takes eight.
  @ParameterizedTest
  @CsvSource({"128, 1", "200, 8"})
  void tilesOfShortRunsAreFewElements(long run, long rows) {
    SplitPlan plan =
        SplitPlan.intoEqualParts(Shape.of(100, 16 * run), ElementType.U8, 1, 16)
            .converted(Conversion.to(ElementType.F32));
    Launch.Kernel launch = first(route(RouterDevices.RUSTICL, plan, RouteName.AUTO));
    assertThat(height(launch)).isEqualTo(rows);
    assertThat(rows * widest(launch)).isLessThanOrEqualTo(2048 * 8);
  }

  private static long height(Launch.Kernel launch) {
    return ((Slot.Int64) launch.slots().getLast()).value();
  }

  /// The bits of the row of the widest column.
  private static long widest(Launch.Kernel launch) {
    ByteBuffer pieces = tables(launch).get(0).content();
    ByteBuffer columns = tables(launch).get(1).content();
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

  /// Long rows of short runs: some of them fill lines.
  @Test
  void shortRunsOfLongRowsAreTakenByEightRows() {
    SplitPlan plan =
        SplitPlan.intoEqualParts(Shape.of(100, 30_000), ElementType.U8, 1, 60)
            .converted(Conversion.to(ElementType.F32));
    assertThat(height(first(route(RouterDevices.POCL, plan, RouteName.AUTO)))).isEqualTo(8);
  }

  /// What is read counts as what is written.
  @ParameterizedTest
  @CsvSource({"1048576, true", "1048575, false"})
  void sixteenMebibytesBypassTheCaches(long rows, boolean streams) {
    SplitPlan plan =
        SplitPlan.intoEqualParts(Shape.of(rows, 4), ElementType.F16, 1, 2)
            .converted(Conversion.to(ElementType.BF16));
    Launch.Kernel launch = first(route(RouterDevices.POCL, plan, RouteName.AUTO));
    assertThat(launch.kernel().defines().containsKey("STREAMING")).isEqualTo(streams);
  }
}
