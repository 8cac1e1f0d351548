package io.cleave.opencl.route;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.Device.Kind;
import io.cleave.backend.RouteName;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.route.job.Quirks;
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
  private static final SplitPlan ROWS = SplitPlan.byLengths(Shape.of(4, 6, 8), F32, 1, 4, 2);

  private static Routing route(DeviceFacts facts, SplitPlan plan, RouteName wish) {
    return new Router(facts).route(plan, RouterSuite.SEPARATE, wish);
  }

  private static Launch.Kernel first(Routing routing) {
    return (Launch.Kernel) routing.launches().getFirst();
  }

  private static void refused(DeviceFacts facts, SplitPlan plan, RouteName wish, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> route(facts, plan, wish))
        .withMessage(message);
  }

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
  }

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

  /// On llvmpipe a work-item must not take many steps.
  @Test
  void tilesOfBytesMustBeSmall() {
    refused(
        RouterDevices.RUSTICL,
        SplitPlan.byLengths(Shape.of(100, 500), U8, 1, 499, 1),
        RouteName.COMPILED,
        "route compiled does not fit this plan: rows of 500 bytes are too long to be compiled for;"
            + " auto always fits");
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
        "3,1     | split_lines -D LOOSE=1 -D PARTS=PART(0,0,3,2,0,0,S2(0)S2(1)S2(2))"
            + "PART(1,3,1,4,0,3,S4(0)) -D PERIOD=64 -D PITCH=4 -D ROWS=2048 -D SLACK=64 -D WIDTH=4",
        "4,4,4   | split_lines",
        "2,2     | split_lines",
        "4,4,4,4,4 | split_columns -D LOOSE=1 -D PITCH=20 -D ROWS=768 -D RUN=4",
        "42,42   | split_lines",
        "9,9,9,9,9,9,9,9,9 | split_lines",
        "2,30,401 | split_runs -D COLUMN=3 -D LOOSE=1 -D"
            + " PARTS=PART(0,0,2)PART(1,2,30)PART(2,32,401) -D PITCH=433 -D ROWS=64",
      })
  void compilesWhatSuits(String lengths, String kernel) {
    long[] parts = Arrays.stream(lengths.split(",")).mapToLong(Long::parseLong).toArray();
    SplitPlan plan = SplitPlan.byLengths(Shape.of(5000, Arrays.stream(parts).sum()), U8, 1, parts);
    Routing routing =
        new Router(RouterDevices.POCL).route(plan, RouterSuite.packed(plan), RouteName.COMPILED);
    assertThat(first(routing).kernel().toString()).startsWith(kernel);
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

  /// A thousand parts of which the last one is longer: the equal ones are one program, it another.
  @Test
  void nearlyEqualPartsAreTwoPrograms() {
    SplitPlan plan = SplitPlan.inChunksOf(Shape.of(4096, 5006), U8, 1, 5);
    for (Placement.Target target :
        List.of(new Placement.Addressed(), RouterSuite.packed(plan).target())) {
      Routing routing =
          new Router(RouterDevices.POCL).route(plan, new Placement(0, target), RouteName.AUTO);
      assertThat(routing.name()).isEqualTo(RouteName.STREAMED);
      assertThat(routing.launches())
          .extracting(launch -> ((Launch.Kernel) launch).kernel().toString())
          .satisfiesExactly(
              kernel ->
                  assertThat(kernel)
                      .contains("PARTS=PART(0,0,5,")
                      .contains("-D PITCH=5006 -D REPEATS=1 -D ROWS=64"),
              kernel -> assertThat(kernel).contains("PARTS=PART(0,0,1,").doesNotContain("REPEATS"));
    }
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

  @Test
  void littleLocalMemoryMeansSmallTiles() {
    SplitPlan plan = RouterSuite.H_ISSUE.plan();
    assertThat(gpuWith(8 << 10, plan)).startsWith("split_local").contains("TILE=7808");
    assertThat(gpuWith(0, plan)).startsWith("split_bits");
    assertThat(route(gpu(0), plan, RouteName.AUTO).launches().getFirst().reason())
        .isEqualTo(
            "0 bytes of local memory are too little for a column, parts 0 to 63: 64 outputs a"
                + " launch");
    assertThat(
            route(gpu(1 << 10), RouterSuite.K_NIBBLES.plan(), RouteName.AUTO)
                .launches()
                .getFirst()
                .reason())
        .isEqualTo("runs of 5460 bits, which end within a byte, do not fit 1 KiB of local memory");
  }

  private static DeviceFacts gpu(long localMemory) {
    return RouterDevices.of(Kind.GPU, "Small", 128, localMemory, 256);
  }

  private static String gpuWith(long localMemory, SplitPlan plan) {
    return first(route(gpu(localMemory), plan, RouteName.AUTO)).kernel().toString();
  }

  @Test
  void runsThatEndWithinBytesAreNotCut() {
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(64, 100_002), U4, 1, 2);
    Launch.Kernel launch = first(route(RouterDevices.NVIDIA, plan, RouteName.AUTO));
    assertThat(launch.kernel().toString()).startsWith("split_bits");
    assertThat(launch.reason())
        .isEqualTo(
            "runs of 200004 bits, which end within a byte, do not fit 48 KiB of local memory");
  }

  /// What is not wanted does not matter: the rest of these nibbles are whole bytes.
  @Test
  void bitsThatAreBytesMoveAsBytes() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(4, 96), U4, 1, 32, 31, 1, 32).only(0, 3);
    assertThat(first(route(RouterDevices.NVIDIA, plan, RouteName.AUTO)).kernel().name())
        .isEqualTo("split_words");
    assertThat(first(route(RouterDevices.POCL, plan, RouteName.AUTO)).kernel().name())
        .isEqualTo("split_tiles");
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

  /// A program of its own pays for many short runs, and only where the compiler makes much of it.
  @Test
  void programsArePickedWhereTheyPay() {
    assertThat(auto(RouterDevices.POCL, 1 << 18))
        .isEqualTo("streamed (16 MiB or more leave the caches anyway)");
    assertThat(auto(RouterDevices.POCL, (1 << 18) - 1))
        .isEqualTo("fused (one launch that is never compiled again)");
    assertThat(auto(RouterDevices.RUSTICL, 1 << 18))
        .isEqualTo("fused (one launch that is never compiled again)");
    SplitPlan small = SplitPlan.intoEqualParts(Shape.of(1 << 20, 3), U8, 1, 3);
    assertThat(route(RouterDevices.POCL, small, RouteName.AUTO).reason())
        .isEqualTo("1048576 runs or more, of less than 128 bytes on average");
    SplitPlan longer = SplitPlan.intoEqualParts(Shape.of(1 << 18, 128), F32, 1, 4);
    assertThat(first(route(RouterDevices.POCL, longer, RouteName.AUTO)).kernel().name())
        .isEqualTo("split_lines");
    SplitPlan odd = SplitPlan.byLengths(Shape.of(1 << 17, 255), U8, 1, 127, 128);
    assertThat(route(RouterDevices.POCL, odd, RouteName.AUTO).name()).isEqualTo(RouteName.FUSED);
    SplitPlan many = SplitPlan.byLengths(Shape.of(1 << 17, 401), U8, 1, 200, 201);
    assertThat(first(route(RouterDevices.POCL, many, RouteName.AUTO)).kernel().name())
        .isEqualTo("split_tiles");
  }

  @Test
  void candidatesBeginWithWhatAutoTakes() {
    for (DeviceFacts facts :
        List.of(RouterDevices.POCL, RouterDevices.RUSTICL, RouterDevices.NVIDIA)) {
      for (RouterSuite shape : RouterSuite.ALL) {
        Router router = new Router(facts);
        List<RouteName> candidates = router.candidates(shape.plan(), RouterSuite.SEPARATE);
        assertThat(candidates)
            .hasSizeBetween(1, 4)
            .doesNotHaveDuplicates()
            .startsWith(route(facts, shape.plan(), RouteName.AUTO).name());
        assertThat(candidates.stream().map(name -> route(facts, shape.plan(), name).launches()))
            .doesNotHaveDuplicates()
            .allMatch(launches -> !launches.isEmpty());
      }
    }
  }

  @Test
  void candidatesOfAProcessor() {
    Router router = new Router(RouterDevices.POCL);
    assertThat(router.candidates(RouterSuite.B_ROWS16.plan(), RouterSuite.SEPARATE))
        .containsExactly(
            RouteName.STREAMED, RouteName.COMPILED, RouteName.FUSED, RouteName.PER_PART);
    assertThat(router.candidates(RouterSuite.A_QKV.plan(), RouterSuite.SEPARATE))
        .containsExactly(RouteName.STREAMED, RouteName.FUSED, RouteName.PER_PART);
    assertThat(router.candidates(RouterSuite.I_TINY.plan(), RouterSuite.SEPARATE))
        .containsExactly(
            RouteName.FUSED, RouteName.COMPILED, RouteName.STREAMED, RouteName.PER_PART);
    assertThat(router.candidates(RouterSuite.K_NIBBLES.plan(), RouterSuite.SEPARATE))
        .containsExactly(RouteName.BITS);
    assertThat(router.candidates(ROWS.only(), RouterSuite.SEPARATE))
        .containsExactly(RouteName.FUSED);
    assertThat(
            router.candidates(
                SplitPlan.intoEqualParts(Shape.of(4), STRING, 0, 2), RouterSuite.SEPARATE))
        .isEmpty();
  }

  private static String auto(DeviceFacts facts, long rows) {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(rows, 16), F32, 1, 1, 2, 5, 8);
    Routing routing = route(facts, plan, RouteName.AUTO);
    return "%s (%s)".formatted(routing.name(), routing.reason());
  }

  /// A copy pays for few long pieces on a GPU; a processor's own tiles are faster than its copies.
  @Test
  void copiesArePickedWhereTheyPay() {
    SplitPlan few = SplitPlan.intoEqualParts(Shape.of(8, 1 << 20), U8, 0, 8);
    SplitPlan many = SplitPlan.intoEqualParts(Shape.of(9, 1 << 20), U8, 0, 9);
    SplitPlan small = SplitPlan.byLengths(Shape.of(1L << 21), U8, 0, (1 << 20) - 1, -1);
    assertThat(route(RouterDevices.NVIDIA, few, RouteName.AUTO).name()).isEqualTo(RouteName.COPIES);
    assertThat(route(RouterDevices.NVIDIA, many, RouteName.AUTO).name()).isEqualTo(RouteName.GPU);
    assertThat(route(RouterDevices.NVIDIA, small, RouteName.AUTO).name()).isEqualTo(RouteName.GPU);
    assertThat(route(RouterDevices.POCL, few, RouteName.AUTO).name()).isEqualTo(RouteName.FUSED);
    assertThat(route(RouterDevices.NVIDIA, few, RouteName.COPIES).launches().getLast())
        .isEqualTo(new Launch.Copy(7, 7 << 20, 0, 1 << 20, "one piece of the data"));
  }

  @Test
  void equalQuestionsHaveEqualAnswers() {
    Routing once = route(RouterDevices.NVIDIA, RouterSuite.A_QKV.plan(), RouteName.PER_PART);
    Routing again = route(RouterDevices.NVIDIA, RouterSuite.A_QKV.plan(), RouteName.PER_PART);
    assertThat(again).isEqualTo(once);
  }

  @Test
  void quirks() {
    assertThat(Quirks.of(RouterDevices.POCL))
        .isEqualTo(new Quirks(true, 64, Long.MAX_VALUE, true, false, true));
    assertThat(Quirks.of(RouterDevices.RUSTICL))
        .isEqualTo(new Quirks(false, 64, Long.MAX_VALUE, false, false, false));
    assertThat(Quirks.of(RouterDevices.OCLGRIND))
        .isEqualTo(new Quirks(false, 64, Long.MAX_VALUE, false, false, false));
    assertThat(Quirks.of(RouterDevices.NVIDIA))
        .isEqualTo(new Quirks(false, 64, 65_535, false, false, false));
    assertThat(Quirks.of(RouterDevices.AMD))
        .isEqualTo(new Quirks(false, 16, 65_535, false, false, false));
    assertThat(Quirks.of(RouterDevices.INTEL))
        .isEqualTo(new Quirks(true, 64, Long.MAX_VALUE, false, true, true));
    DeviceFacts poclOnGpu =
        RouterDevices.of(Kind.GPU, "Portable Computing Language", 512, 48 << 10, 1024);
    assertThat(Quirks.of(poclOnGpu)).isEqualTo(new Quirks(false, 64, 65_535, true, false, false));
  }
}
