package io.cleave.opencl.route;

import static io.cleave.Refusal.refuses;
import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.KnownDevice.Kind;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Decisions of the router on devices that are not here: routes, kernels, launches, refusals.
class RouterTest extends RouterFixture {
  private static final SplitPlan PIXELS = scaled(equal(U8, 1080 * 1920, 3, 3), 1, 2, 3);

  /// 89 parts of short runs, and seven of longer ones.
  private static final SplitPlan UNEQUAL =
      rows(
          F32, 256, LongStream.range(0, 96).map(i -> i < 89 ? 81 : i == 89 ? 810 : 2430).toArray());

  private static final SplitPlan THOUSAND = equal(F32, 4096, 3000, 1000);

  private static final SplitPlan FLOATS =
      rows(F32, 3, 1, 99_999).converted(Conversion.to(U8).scaled(255, 0));

  static Stream<SplitPlan> plans() {
    return Stream.of(
        equal(F32, 4096, 12_288, 3),
        rows(F32, 1 << 21, 1, 2, 5, 8),
        equal(U8, 1 << 25, 3, 3),
        row(F32, 6 << 23, 1 << 23, 2 << 23, -1),
        equal(F32, 8192, 4096, 64),
        rows(U8, 1 << 20, 33, 7, 60),
        rows(F16, 65_536, 1024, 3),
        equal(U4, 16_384, 8190, 6),
        UNEQUAL,
        THOUSAND);
  }

  private static String auto(DeviceInfo info, SplitPlan plan) {
    Routing routing = route(info, plan, Route.AUTO);
    return "%s (%s)".formatted(routing.name(), routing.reason());
  }

  private static String kernel(DeviceInfo info, SplitPlan plan) {
    return first(info, plan, Route.AUTO).kernel().toString();
  }

  private static DeviceInfo gpu(long localMemory) {
    return device(Kind.GPU, "Small", localMemory, 256);
  }

  /// A kernel of its own pays for many short runs, if the compiler makes much of it; a copy for few
  /// long pieces on a GPU.
  @Test
  void autoTakesWhatIsExpectedToBeFastest() {
    assertThat(auto(POCL, rows(F32, 1 << 18, 1, 2, 5, 8)))
        .isEqualTo("streamed (16 MiB or more leave the caches anyway)");
    String fused = "fused (one launch that is never compiled again)";
    assertThat(auto(POCL, rows(F32, (1 << 18) - 1, 1, 2, 5, 8))).isEqualTo(fused);
    assertThat(auto(RUSTICL, rows(F32, 1 << 18, 1, 2, 5, 8))).isEqualTo(fused);
    assertThat(auto(POCL, rows(U8, 1 << 17, 127, 128))).isEqualTo(fused);
    assertThat(auto(POCL, equal(U8, 1 << 20, 3, 3)))
        .isEqualTo("compiled (1048576 runs or more, of less than 128 bytes on average)");
    assertThat(kernel(POCL, equal(F32, 1 << 18, 128, 4))).startsWith("split_lines");
    assertThat(kernel(POCL, rows(U8, 1 << 17, 200, 201))).startsWith("split_tiles");
    SplitPlan few = SplitPlan.of(Layout.of(U8, 8, 1 << 20), 0, Cut.intoEqualParts(8));
    SplitPlan many = SplitPlan.of(Layout.of(U8, 9, 1 << 20), 0, Cut.intoEqualParts(9));
    assertThat(auto(NVIDIA, few)).startsWith("copies");
    assertThat(auto(NVIDIA, many)).startsWith("fused");
    assertThat(auto(NVIDIA, row(U8, 1 << 21, (1 << 20) - 1, -1))).startsWith("fused");
    assertThat(auto(POCL, few)).startsWith("fused");
    assertThat(route(NVIDIA, few, Route.COPIES).launches().getLast())
        .isEqualTo(new Launch.Copy(7, 7 << 20, 0, 1 << 20));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void candidatesBeginWithWhatAutoTakes(SplitPlan plan) {
    for (DeviceInfo info : DEVICES) {
      List<Route> candidates = Router.candidates(info, plan, SEPARATE);
      assertThat(candidates)
          .hasSizeBetween(1, 4)
          .doesNotHaveDuplicates()
          .startsWith(route(info, plan, Route.AUTO).name());
      assertThat(candidates.stream().map(name -> route(info, plan, name).launches()))
          .doesNotHaveDuplicates()
          .allMatch(launches -> !launches.isEmpty());
    }
    assertThat(Router.candidates(POCL, PIXELS, SEPARATE))
        .containsExactly(Route.FUSED, Route.PER_PART);
    assertThat(Router.candidates(POCL, PIXELS.only(1), SEPARATE)).containsExactly(Route.FUSED);
    assertThat(Router.candidates(NVIDIA, PIXELS, SEPARATE)).containsExactly(Route.FUSED);
  }

  @Test
  void refusesWhatARouteCannotDo() {
    String doesNot = "route %s does not fit this plan: %s; auto always fits";
    String pieces = "plain copies take parts that are one piece of the data, and part 0 is ";
    String columns = doesNot.formatted("copies", pieces + "128 bytes in each of 4 rows");
    refused(NVIDIA, rows(F32, 4, 32, 16), Route.COPIES, columns);
    String bits = doesNot.formatted("copies", pieces + "12 bits in each of 1 rows");
    refused(NVIDIA, row(U4, 9, 3, 6), Route.COPIES, bits);
    String moves = "it moves what is there, and this plan converts u8 to f32";
    for (Route route : List.of(Route.COPIES, Route.COMPILED, Route.STREAMED, Route.BITS)) {
      refused(POCL, PIXELS, route, doesNot.formatted(route, moves));
    }
    refused(
        flushing(NVIDIA),
        FLOATS,
        Route.AUTO,
        "device one of NVIDIA CUDA does not round or keep small numbers in single precision as the"
            + " conversion of f32 to u8 is defined; convert on the host, or split there without a"
            + " conversion");
    assertThat(ConversionKernels.obstacle(FLOATS, NVIDIA)).isEmpty();
    assertThat(ConversionKernels.obstacle(PIXELS, flushing(NVIDIA))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsNoLaunch(Route wish) {
    for (SplitPlan plan :
        List.of(
            rows(F32, 4, 4, 2).only(),
            SplitPlan.of(Layout.of(F32, 4, 0, 8), 1, Cut.byLengths(0, 0)),
            rows(U4, 0, 3, 3),
            rows(F32, 3, 6, 0).without(0))) {
      Routing routing = route(POCL, plan, wish);
      assertThat(routing.launches()).isEmpty();
      assertThat(routing.reason()).isEqualTo("nothing to move");
      assertThat(routing.name()).isNotEqualTo(Route.AUTO);
    }
  }

  @Test
  void driversHaveQuirks() {
    DeviceInfo poclOnAGpu = device(Kind.GPU, "Portable Computing Language", 48 << 10, 1024);
    List<DeviceInfo> all = List.of(POCL, INTEL, RUSTICL, OCLGRIND, NVIDIA, AMD, poclOnAGpu);
    assertThat(all.stream().filter(DeviceInfo::serialLaunches))
        .containsExactly(POCL, INTEL, poclOnAGpu);
    assertThat(Stream.of("1.8", "5.0-pre", "6.0+debian", "7.1", "10.0").map(RouterFixture::pocl))
        .extracting(DeviceInfo::serialLaunches)
        .containsExactly(true, true, false, false, false);
    assertThat(all.stream().filter(DeviceInfo::serialBuilds)).containsExactly(INTEL);
    assertThat(all.stream().filter(DeviceInfo::isWorthProbing)).containsExactly(POCL, INTEL);
    assertThat(all).extracting(DeviceInfo::maxOutputs).containsExactly(64, 64, 64, 64, 64, 16, 64);
  }

  /// Where kernels run in the host's memory, a list of addresses is one argument.
  @Test
  void launchesTakeAsManyOutputsAsTheyMay() {
    Routing routing = route(POCL, UNEQUAL, Route.FUSED);
    assertThat(routing.launches())
        .extracting(Launch::reason)
        .containsExactly("tiles of 16 rows, 6 columns", "tiles of 8 rows, 8 columns");
    assertThat(((Launch.Kernel) routing.launches().get(1)).outputs()).hasSize(64).endsWith(95);
    var addressed = new Placement(0, Placement.OutputMemory.ADDRESSED, List.of());
    for (Route wish : List.of(Route.AUTO, Route.FUSED, Route.COMPILED, Route.BITS)) {
      List<Launch> launches = Router.route(POCL, THOUSAND, addressed, wish).launches();
      assertThat(launches).as("%s", wish).hasSize(1);
      assertThat(((Launch.Kernel) launches.getFirst()).outputs()).isEmpty();
    }
    for (DeviceInfo info : List.of(POCL, NVIDIA)) {
      assertThat(route(info, PIXELS, Route.PER_PART).launches()).hasSize(3);
      assertThat(first(info, PIXELS, Route.PER_PART).outputs()).containsExactly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void groupsAreNoLargerThanTheDeviceAllows(SplitPlan plan) {
    DeviceInfo small = device(Kind.GPU, "Small", 32 << 10, 100);
    for (Route wish : List.of(Route.FUSED, Route.PER_PART, Route.BITS)) {
      assertThat(first(small, plan, wish).grid().local()).isEqualTo(64);
    }
  }

  /// Parts that are left out do not matter: the rest of these nibbles are whole bytes.
  @Test
  void gpusGetKernelsThatFit() {
    assertThat(kernel(NVIDIA, rows(U4, 4, 32, 31, 1, 32).only(0, 3))).startsWith("split_words");
    assertThat(kernel(NVIDIA, equal(U4, 64, 100_002, 2))).startsWith("split_bits");
    assertThat(kernel(NVIDIA, row(U4, 200_001, 100_001, -1))).startsWith("split_local");
    assertThat(kernel(gpu(8 << 10), UNEQUAL)).startsWith("split_local").contains("TILE=7808");
    assertThat(kernel(gpu(0), UNEQUAL)).startsWith("split_bits");
    assertThat(kernel(gpu(0), FLOATS)).startsWith("convert_tiles");
  }

  /// Of every 32 words one stays empty, and the kernel adds 32 bytes.
  @Test
  void tilesFitLocalMemory() {
    for (int memory = 1 << 10; memory <= 24 << 10; memory += 1 << 10) {
      for (long extent = memory / 16; extent < memory / 4; extent += 2) {
        Launch.Kernel launch = first(gpu(memory), rows(U8, 64, 2, extent - 2), Route.AUTO);
        int tile = Integer.parseInt(launch.kernel().defines().getOrDefault("TILE", "0"));
        assertThat(tile + tile / 32 + 32)
            .as("%s bytes, rows of %s", memory, extent)
            .isLessThanOrEqualTo(memory);
      }
    }
  }

  /// Devices that round otherwise look results up, in local memory as far as that is large enough.
  @Test
  void tablesFitLocalMemory() {
    SplitPlan three = scaled(equal(U8, 1080, 1920 * 3, 3), scales(3));
    Set<String> kinds = new TreeSet<>();
    for (int memory = 0; memory <= 48 << 10; memory += 64) {
      KernelVariant kernel = first(flushing(gpu(memory)), three, Route.AUTO).kernel();
      String tile = kernel.defines().get("TILE");
      String staged = kernel.defines().get("STAGED");
      if (tile != null) {
        int patterns = staged == null ? 0 : Integer.parseInt(staged);
        int spread = Integer.parseInt(tile) * 33 / 32 + 32;
        assertThat(spread + patterns * Float.BYTES).isLessThanOrEqualTo(memory);
      }
      assertThat(kernel.defines()).containsEntry("RULE", "RULE_TABLE");
      kinds.add(kernel.name() + (staged == null ? "" : " staged"));
    }
    assertThat(kinds).containsExactly("convert_local", "convert_local staged", "convert_tiles");
    for (int rules = 1; rules < 8; rules++) {
      SplitPlan plan = scaled(equal(U8, 1080, 1920L * rules, rules), scales(rules));
      assertThat(first(flushing(NVIDIA), plan, Route.AUTO).kernel().defines().containsKey("STAGED"))
          .as("%s tables of 1 KiB", rules)
          .isEqualTo(rules <= 4);
    }
  }

  @Test
  void equalRulesShareATable() {
    SplitPlan plan = scaled(equal(U4, 64, 4, 4), 1, 2, 2, 3);
    List<ByteBuffer> tables = first(POCL, plan, Route.AUTO).tables();
    assertThat(tables.get(1).limit()).isEqualTo(3 * 16 * Float.BYTES);
    assertThat(content(tables.get(1)).getFloat((16 + 5) * Float.BYTES)).isEqualTo(10);
    ByteBuffer rules = content(tables.getFirst());
    assertThat(IntStream.of(12, 28, 44, 60).map(rules::getInt)).containsExactly(0, 16, 16, 32);
  }

  /// On llvmpipe a work-item must not take many steps.
  @ParameterizedTest
  @ValueSource(longs = {2, 31, 32, 33, 1023, 1024, 2047, 2048, 2049, 5000, 100_000})
  void tilesOfConversionsAreFewElements(long extent) {
    for (long first : new long[] {1, extent / 2}) {
      SplitPlan plan = rows(U8, 1000, first, extent - first).converted(Conversion.to(F32));
      assertThat(tileBits(first(RUSTICL, plan, Route.AUTO))).isBetween(1L, 2048L * 8);
      assertThat(tileBits(first(POCL, plan, Route.AUTO))).isBetween(1L, 16_384L * 8);
    }
  }

  /// Rows that fill a tile, and longer ones, of which it takes eight.
  @ParameterizedTest
  @CsvSource({"128, 1", "200, 8"})
  void tilesOfShortRunsAreFewElements(long run, long rows) {
    SplitPlan plan = equal(U8, 100, 16 * run, 16).converted(Conversion.to(F32));
    Launch.Kernel launch = first(RUSTICL, plan, Route.AUTO);
    assertThat(launch.numbers().getLast()).isEqualTo(rows);
    assertThat(tileBits(launch)).isLessThanOrEqualTo(2048 * 8);
  }

  /// The rows of a tile times the bits of the row of the widest column.
  private static long tileBits(Launch.Kernel launch) {
    ByteBuffer pieces = content(launch.tables().get(launch.tables().size() - 2));
    ByteBuffer columns = content(launch.tables().getLast());
    long widest =
        IntStream.range(0, columns.capacity() / 4 - 1)
            .mapToLong(
                c ->
                    IntStream.range(columns.getInt(4 * c), columns.getInt(4 * c + 4))
                        .mapToLong(p -> pieces.getInt(32 * p + 24))
                        .sum())
            .max()
            .orElseThrow();
    return launch.numbers().getLast() * widest;
  }

  @Test
  void refusesMoreRulesThanTablesHold() {
    int parts = (1 << 19) + 1;
    SplitPlan plan = scaled(equal(U8, 2, parts, parts), scales(parts));
    refuses(
        () -> Router.route(flushing(POCL), plan, packed(plan), Route.AUTO),
        "tables of more than 134217728 patterns do not fit a device; convert fewer parts at"
            + " once");
  }
}
