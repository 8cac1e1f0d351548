package io.cleave.opencl.route;

import static io.cleave.opencl.route.Routes.ROWS;
import static io.cleave.opencl.route.Routes.first;
import static io.cleave.opencl.route.Routes.refused;
import static io.cleave.opencl.route.Routes.route;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.RouteName;
import io.cleave.opencl.route.Launch.Slot;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is compiled for one geometry, and what is not.
class CompiledRouteTest {
  @Test
  void longRunsAreNotCompiledFor() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(100, 5000), U8, 1, 2048, -1);
    refused(
        RouterDevices.POCL,
        plan,
        RouteName.COMPILED,
        "route compiled does not fit this plan: runs of 2 KiB and more gain nothing by being"
            + " compiled for; auto always fits");
    assertThat(first(route(RouterDevices.POCL, plan, RouteName.STREAMED)).kernel())
        .hasToString(
            "split_tiles -D FETCH=4 -D LISTED=1 -D OUTPUTS=4 -D STREAMING=1 -D UNALIGNED=1");
    SplitPlan one = SplitPlan.byLengths(Shape.of(100, 5000), U8, 1, 2047, -1);
    assertThat(route(RouterDevices.POCL, one, RouteName.COMPILED).launches()).hasSize(1);
  }

  @Test
  void onlyAKnownCompilerStreams() {
    refused(
        RouterDevices.RUSTICL,
        ROWS,
        RouteName.STREAMED,
        "route streamed does not fit this plan: the compiler is not known to have stores that"
            + " bypass the caches; auto always fits");
  }

  @Test
  void compiledRunsAreFewOrEqual() {
    long[] lengths = new long[49];
    Arrays.setAll(lengths, i -> 5 + i % 2);
    SplitPlan plan = SplitPlan.byLengths(Shape.of(100, 269), U8, 1, lengths);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Router(RouterDevices.POCL)
                    .route(plan, RouterSuite.packed(plan), RouteName.COMPILED))
        .withMessage(
            "route compiled does not fit this plan: at most 48 parts of different lengths are"
                + " compiled for, not 49; auto always fits");
    SplitPlan fewer = SplitPlan.byLengths(Shape.of(100, 264), U8, 1, Arrays.copyOf(lengths, 48));
    assertThat(compiled(fewer).launches()).hasSize(1);
  }

  /// Equal parts are one program, but not if there are many kinds of them.
  @Test
  void stretchesOfEqualRunsAreFew() {
    long[] lengths = new long[80];
    Arrays.setAll(lengths, i -> 3 + i / 16);
    SplitPlan plan = SplitPlan.byLengths(Shape.of(100, 400), U8, 1, lengths);
    assertThat(compiled(plan.only(IntStream.range(0, 64).toArray())).launches()).hasSize(4);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled(plan))
        .withMessage(
            "route compiled does not fit this plan: at most 48 parts of different lengths are"
                + " compiled for, not 80; auto always fits");
  }

  private static Routing compiled(SplitPlan plan) {
    return new Router(RouterDevices.POCL).route(plan, RouterSuite.packed(plan), RouteName.COMPILED);
  }

  @Test
  void compiledRunsAreBytes() {
    refused(
        RouterDevices.POCL,
        RouterSuite.K_NIBBLES.plan(),
        RouteName.COMPILED,
        "route compiled does not fit this plan: a part begins or ends within a byte; auto always"
            + " fits");
  }

  /// Which kernel a geometry is compiled into.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3,1     | split_lines",
        "2,2     | split_lines",
        "4,4,4,4,4 | split_columns",
        "9,9,9,9,9,9,9,9,9 | split_lines",
        "2,30,401 | split_runs",
        "1,1,1,1,1,1,1,1 | split_columns",
        "4,4,4,4 | split_lines",
        "127,129 | split_lines",
        "3,2048  | split_runs",
        "64,40000 | split_runs",
      })
  void compilesWhatSuits(String lengths, String kernel) {
    long[] parts = Arrays.stream(lengths.split(",")).mapToLong(Long::parseLong).toArray();
    SplitPlan plan = SplitPlan.byLengths(Shape.of(5000, Arrays.stream(parts).sum()), U8, 1, parts);
    Routing routing =
        new Router(RouterDevices.POCL).route(plan, RouterSuite.packed(plan), RouteName.COMPILED);
    assertThat(first(routing).kernel().name()).isEqualTo(kernel);
  }

  /// Where equal parts begin and end, and how many of each there are.
  @ParameterizedTest
  @CsvSource({
    "'7,3', 60, 5, '2,1', '2,60,2'",
    "'', 60, 5, '7,7,7,7,7,7,7,7,7,3', '60,9,1'",
    "'', 60, 5, '7,7,7,7,7,7,7,7,3', '60,9'",
  })
  void equalPartsAreCutOffWhereTheyAreMany(
      String before, int count, String run, String behind, String expected) {
    String equal = String.join(",", Collections.nCopies(count, run));
    long[] lengths =
        Stream.of(before, equal, behind)
            .filter(text -> !text.isEmpty())
            .flatMap(text -> Stream.of(text.split(",")))
            .mapToLong(Long::parseLong)
            .toArray();
    long extent = Arrays.stream(lengths).sum();
    Routing routing = compiled(SplitPlan.byLengths(Shape.of(100, extent), U8, 1, lengths));
    assertThat(routing.launches().stream().map(CompiledRouteTest::parts))
        .containsExactly(expected.split(","));
  }

  /// The first count of a kernel: how many parts it is given.
  private static String parts(Launch launch) {
    return counts((Launch.Kernel) launch).getFirst().toString();
  }

  private static List<Integer> counts(Launch.Kernel launch) {
    return launch.slots().stream()
        .filter(slot -> slot instanceof Slot.Int32)
        .map(slot -> ((Slot.Int32) slot).value())
        .toList();
  }

  /// Runs that are too many lines are gathered in a stage, as far as that holds a row.
  @Test
  void stagesHoldWholeRows() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(2, 20_000_013), U8, 1, 5, 3, 20_000_000, 5);
    assertThat(streamed(plan.only(0, 1)).kernel().defines()).containsEntry("STAGE", "4096");
    assertThat(streamed(plan.only(0, 3)).kernel().name()).isEqualTo("split_tiles");
  }

  /// Short runs are, even if they are too many lines.
  @ParameterizedTest
  @CsvSource({"79, split_runs", "81, split_tiles"})
  void shortRunsAreGathered(long run, String kernel) {
    SplitPlan plan =
        SplitPlan.byLengths(Shape.of(100, 4 * run + 4), U8, 1, run, run + 2, run, run + 2);
    assertThat(streamed(plan).kernel().name()).isEqualTo(kernel);
  }

  private static Launch.Kernel streamed(SplitPlan plan) {
    Placement packed = RouterSuite.packed(plan);
    return first(new Router(RouterDevices.POCL).route(plan, packed, RouteName.STREAMED));
  }
}
