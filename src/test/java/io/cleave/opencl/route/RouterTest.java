package io.cleave.opencl.route;

import static io.cleave.opencl.route.Routes.ROWS;
import static io.cleave.opencl.route.Routes.first;
import static io.cleave.opencl.route.Routes.refused;
import static io.cleave.opencl.route.Routes.route;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Device.Kind;
import io.cleave.backend.RouteName;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.route.launch.Launch;
import io.cleave.opencl.route.launch.Launch.Slot;
import io.cleave.opencl.route.launch.Table;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// What the router refuses, what costs nothing, and what memory and device change.
class RouterTest {
  @Test
  void viewsAreNoRouteOfASplit() {
    refused(
        RouterDevices.POCL,
        ROWS,
        RouteName.VIEW,
        "a view copies nothing, so no split takes this route; call view instead");
  }

  @ParameterizedTest
  @EnumSource
  void stringsStayOnTheHost(RouteName wish) {
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(4), STRING, 0, 2);
    refused(RouterDevices.POCL, plan, wish, "strings are split by the host, not by a device");
  }

  @Test
  void copiesNeedContiguousParts() {
    refused(
        RouterDevices.NVIDIA,
        ROWS,
        RouteName.COPIES,
        "route copies does not fit this plan: plain copies take parts that are one piece of the"
            + " data, and part 0 is 128 bytes in each of 4 rows; auto always fits");
    SplitPlan bits = SplitPlan.byLengths(Shape.of(9), U4, 0, 3, 6);
    refused(
        RouterDevices.NVIDIA,
        bits,
        RouteName.COPIES,
        "route copies does not fit this plan: plain copies take parts that are one piece of the"
            + " data, and part 0 is 12 bits in each of 1 rows; auto always fits");
    refused(
        RouterDevices.NVIDIA,
        SplitPlan.byLengths(Shape.of(4, 9), U4, 1, 4, 5),
        RouteName.COPIES,
        "route copies does not fit this plan: plain copies take parts that are one piece of the"
            + " data, and part 0 is 2 bytes in each of 4 rows; auto always fits");
  }

  /// On llvmpipe a work-item must not take many steps.
  @Test
  void tilesOfBytesMustBeSmall() {
    refused(
        RouterDevices.RUSTICL,
        SplitPlan.byLengths(Shape.of(100, 385), U8, 1, 384, 1),
        RouteName.COMPILED,
        "route compiled does not fit this plan: rows of 385 bytes are too long to be compiled for;"
            + " auto always fits");
    SplitPlan most = SplitPlan.byLengths(Shape.of(100, 384), U8, 1, 383, 1);
    assertThat(route(RouterDevices.RUSTICL, most, RouteName.COMPILED).launches()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "VIEW")
  void nothingToMoveIsNoLaunch(RouteName wish) {
    for (SplitPlan plan :
        List.of(
            ROWS.only(),
            SplitPlan.byLengths(Shape.of(4, 0, 8), F32, 1, 0, 0),
            SplitPlan.byLengths(Shape.of(0, 6), U4, 1, 3, 3),
            SplitPlan.byLengths(Shape.of(3, 6), F32, 1, 6, 0).without(0))) {
      Routing routing = route(RouterDevices.POCL, plan, wish);
      assertThat(routing.launches()).isEmpty();
      assertThat(routing.reason()).isEqualTo("nothing to move");
      assertThat(routing.name()).isNotIn(RouteName.AUTO, RouteName.VIEW);
    }
  }

  @Test
  void unwantedPartsTakeNoArgument() {
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(4, 96), F32, 1, 96).only(5, 94);
    Launch.Kernel launch = first(route(RouterDevices.POCL, plan, RouteName.FUSED));
    assertThat(launch.slots().subList(0, 5))
        .containsExactly(
            new Slot.Data(),
            new Slot.Output(5),
            new Slot.Output(94),
            new Slot.Output(94),
            new Slot.Output(94));
    assertThat(launch.kernel().prelude()).containsExactly("outputs");
  }

  @Test
  void onePartNeedsNoPrelude() {
    Launch.Kernel launch = first(route(RouterDevices.POCL, ROWS.only(1), RouteName.FUSED));
    assertThat(launch.slots()).contains(new Slot.Output(1));
    assertThat(launch.kernel().prelude()).isEmpty();
    assertThat(launch.kernel().defines()).doesNotContainKey("OUTPUTS");
  }

  @Test
  void manyOutputsTakeSeveralLaunches() {
    Routing routing = route(RouterDevices.POCL, RouterSuite.H_ISSUE.plan(), RouteName.FUSED);
    assertThat(routing.launches())
        .extracting(Launch::reason)
        .containsExactly(
            "tiles of 16 rows, 6 columns, parts 0 to 63: 64 outputs a launch",
            "tiles of 8 rows, 8 columns, parts 64 to 95: 64 outputs a launch");
    assertThat(((Launch.Kernel) routing.launches().get(1)).slots().get(64))
        .isEqualTo(new Slot.Output(95));
    SplitPlan three = SplitPlan.intoEqualParts(Shape.of(4, 192), F32, 1, 192);
    assertThat(route(RouterDevices.POCL, three, RouteName.FUSED).launches().get(1).reason())
        .endsWith(", parts 64 to 127: 64 outputs a launch");
  }

  /// Where kernels run in the host's memory, a list of addresses is one argument, whatever there
  /// are.
  @Test
  void addressesTakeOneLaunch() {
    var placement = new Placement(0, new Placement.Addressed());
    SplitPlan plan = RouterSuite.L_THOUSAND.plan();
    for (RouteName wish :
        List.of(RouteName.AUTO, RouteName.FUSED, RouteName.COMPILED, RouteName.BITS)) {
      Routing routing = new Router(RouterDevices.POCL).route(plan, placement, wish);
      assertThat(routing.launches()).as("%s", wish).hasSize(1);
      assertThat(first(routing).slots()).contains(new Slot.Addresses(), Index.atIndex(1));
      assertThat(first(routing).kernel().prelude()).startsWith("outputs");
    }
    Routing gpu = new Router(RouterDevices.POCL).route(plan, placement, RouteName.GPU);
    assertThat(gpu).isEqualTo(route(RouterDevices.POCL, plan, RouteName.GPU));
  }

  @Test
  void addressesAreCountedByPart() {
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(4, 96), F32, 1, 96).only(5, 94);
    var placement = new Placement(0, new Placement.Addressed());
    Launch.Kernel launch =
        first(new Router(RouterDevices.POCL).route(plan, placement, RouteName.FUSED));
    Table pieces = ((Slot.Content) launch.slots().get(2)).table();
    assertThat(pieces.content().getInt(28)).isEqualTo(5);
    assertThat(pieces.content().getInt(60)).isEqualTo(94);
  }

  @Test
  void explainsItself() {
    assertThat(route(RouterDevices.POCL, ROWS, RouteName.PER_PART).describe())
        .hasToString(
            """
            route per-part (asked for)
              copy_rows -D GROUP=1 -D LANES=1 -D STREAMING=1 -D WORD=16, global 1 x 1, local 1 x 1 \
            (runs of 128 bytes, 16-byte words)
              copy_rows -D GROUP=1 -D LANES=1 -D STREAMING=1 -D WORD=16, global 1 x 1, local 1 x 1 \
            (runs of 64 bytes, 16-byte words)\
            """);
  }

  @Test
  void unalignedDataNarrowsWords() {
    Placement aligned = new Placement(16, Placement.Separate.AT_ZERO);
    Placement shifted = new Placement(4, Placement.Separate.AT_ZERO);
    Router router = new Router(RouterDevices.NVIDIA);
    assertThat(first(router.route(ROWS, aligned, RouteName.FUSED)).kernel().name())
        .isEqualTo("split_words");
    assertThat(first(router.route(ROWS, shifted, RouteName.FUSED)).kernel().toString())
        .startsWith("split_local")
        .contains("WORDS=1");
    assertThat(first(router.route(ROWS, shifted, RouteName.PER_PART)).kernel().defines())
        .containsEntry("WORD", "4");
  }

  /// The rest of the row would do; what moves does not.
  @ParameterizedTest
  @CsvSource({"'8,24', 0", "'8,24', 1", "'8,16,8', 1", "'16,8,8', 0"})
  void wordsAreAsNarrowAsBeginningsAndRuns(String lengths, int part) {
    long[] runs = Arrays.stream(lengths.split(",")).mapToLong(Long::parseLong).toArray();
    SplitPlan plan = SplitPlan.byLengths(Shape.of(4, 32), U8, 1, runs).only(part);
    boolean wide = runs[part] % 16 == 0 && plan.part(part).offset() % 16 == 0;
    assertThat(first(route(RouterDevices.NVIDIA, plan, RouteName.AUTO)).kernel().name())
        .isEqualTo(wide ? "split_words" : "split_local");
  }

  @Test
  void partsBeginWhereTheyArePlaced() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(3), U8, 0, 1, 2);
    Placement placement = new Placement(5, new Placement.Separate(List.of(64L, 3L)));
    assertThat(new Router(RouterDevices.POCL).route(plan, placement, RouteName.COPIES).launches())
        .containsExactly(
            new Launch.Copy(0, 5, 64, 1, "one piece of the data"),
            new Launch.Copy(1, 6, 3, 2, "one piece of the data"));
  }

  /// Words of 16 bytes with odd heads and tails.
  @ParameterizedTest
  @CsvSource({"CPU, 127, false", "CPU, 128, true", "GPU, 255, false", "GPU, 256, true"})
  void oddRunsMoveAsWordsWhereTheyAreLong(Kind kind, long run, boolean ragged) {
    DeviceFacts facts = RouterDevices.of(kind, "Some", 128, 32 << 10, 256);
    SplitPlan plan = SplitPlan.byLengths(Shape.of(4, 999), U8, 1, run, -1);
    assertThat(first(route(facts, plan, RouteName.PER_PART)).kernel().defines())
        .containsEntry("WORD", "1")
        .satisfies(defines -> assertThat(defines.containsKey("RAGGED")).isEqualTo(ragged));
  }

  /// What is not wanted does not matter: the rest of these nibbles are whole bytes.
  @Test
  void bitsThatAreBytesMoveAsBytes() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(4, 96), U4, 1, 32, 31, 1, 32).only(0, 3);
    assertThat(first(route(RouterDevices.NVIDIA, plan, RouteName.AUTO)).kernel().name())
        .isEqualTo("split_words");
    Placement later = new Placement(16, Placement.Separate.AT_ZERO);
    Launch.Kernel tiles = first(new Router(RouterDevices.POCL).route(plan, later, RouteName.AUTO));
    assertThat(tiles.kernel().name()).isEqualTo("split_tiles");
    assertThat(tiles.slots())
        .containsSubsequence(
            new Slot.Int64(16), new Slot.Int64(16 + 4 * 48), new Slot.Int64(48), new Slot.Int64(4));
  }

  @Test
  void groupsAreNoLargerThanTheDeviceAllows() {
    DeviceFacts small = RouterDevices.of(Kind.GPU, "Small", 128, 32 << 10, 100);
    for (RouterSuite shape : RouterSuite.ALL) {
      for (RouteName wish : List.of(RouteName.GPU, RouteName.PER_PART, RouteName.BITS)) {
        assertThat(first(route(small, shape.plan(), wish)).grid().localX()).isEqualTo(64);
      }
    }
  }

  @Test
  void equalQuestionsHaveEqualAnswers() {
    Routing once = route(RouterDevices.NVIDIA, RouterSuite.A_QKV.plan(), RouteName.PER_PART);
    Routing again = route(RouterDevices.NVIDIA, RouterSuite.A_QKV.plan(), RouteName.PER_PART);
    assertThat(again).isEqualTo(once);
  }
}
