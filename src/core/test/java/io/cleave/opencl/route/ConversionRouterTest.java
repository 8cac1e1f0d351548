package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.KnownDevice.Kind;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a device gets for plans that convert.
class ConversionRouterTest {
  private static final SplitPlan PIXELS =
      SplitPlan.of(Layout.of(ElementType.U8, 1080, 1920, 3), 2, Cut.intoEqualParts(3))
          .converted(Conversion.to(ElementType.F32).scaled(new double[] {1, 2, 3}, new double[1]));
  private static final SplitPlan FLOATS =
      SplitPlan.of(Layout.of(ElementType.F32, 3, 100_000), 1, Cut.byLengths(1, 99_999))
          .converted(Conversion.to(ElementType.U8).scaled(255, 0));

  private static final DeviceInfo FLUSHING = RouterDevices.withoutExactFloats(RouterDevices.NVIDIA);

  @Test
  void partByPart() {
    for (DeviceInfo facts : List.of(RouterDevices.POCL, RouterDevices.NVIDIA)) {
      Routing routing = Routes.route(facts, PIXELS, Route.PER_PART);
      assertThat(routing.launches()).hasSize(3);
      assertThat(Routes.first(routing).outputs()).containsExactly(0);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COPIES", "COMPILED", "STREAMED", "BITS"})
  void whatMovesBytesIsRefused(Route wish) {
    Routes.refused(
        RouterDevices.POCL,
        PIXELS,
        wish,
        "route %s does not fit this plan: it moves what is there, and this plan converts u8 to f32; auto always fits"
            .formatted(wish));
  }

  @Test
  void candidates() {
    Placement buffers = RouterSuite.SEPARATE;
    assertThat(Router.candidates(RouterDevices.POCL, PIXELS, buffers))
        .containsExactly(Route.FUSED, Route.PER_PART);
    assertThat(Router.candidates(RouterDevices.POCL, PIXELS.only(1), buffers))
        .containsExactly(Route.FUSED);
    assertThat(Router.candidates(RouterDevices.NVIDIA, PIXELS, buffers))
        .containsExactly(Route.FUSED);
  }

  /// A device without subnormal numbers still converts by tables.
  @Test
  void devicesThatRoundOtherwiseLookUp() {
    assertThat(ConversionKernels.obstacle(PIXELS, FLUSHING)).isEmpty();
    assertThat(Routes.first(Routes.route(FLUSHING, PIXELS, Route.AUTO)).kernel().defines())
        .containsEntry("RULE", "RULE_TABLE");
    assertThat(ConversionKernels.obstacle(FLOATS, RouterDevices.NVIDIA)).isEmpty();
    assertThat(ConversionKernels.obstacle(FLOATS, FLUSHING)).isPresent();
    Routes.refused(
        FLUSHING,
        FLOATS,
        Route.AUTO,
        "device one of NVIDIA CUDA does not round or keep small numbers in single precision as the"
            + " conversion of f32 to u8 is defined; convert on the host, or split there without a"
            + " conversion");
  }

  @Test
  void tablesOfEqualRulesAreThereOnce() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U4, 64, 4), 1, Cut.intoEqualParts(4))
            .converted(
                Conversion.to(ElementType.F32).scaled(new double[] {1, 2, 2, 3}, new double[1]));
    List<Table> tables = Routes.first(Routes.route(RouterDevices.POCL, plan, Route.AUTO)).tables();
    assertThat(tables.get(1).size()).isEqualTo(3 * 16 * Float.BYTES);
    assertThat(Routes.content(tables.get(1)).getFloat((16 + 5) * Float.BYTES)).isEqualTo(10);
    ByteBuffer rules = Routes.content(tables.getFirst());
    assertThat(List.of(rules.getInt(12), rules.getInt(28), rules.getInt(44), rules.getInt(60)))
        .containsExactly(0, 16, 16, 32);
  }

  /// Tables are looked up in local memory as far as that is large enough.
  @Test
  void localMemoryIsLargeEnough() {
    SplitPlan three = rules(3);
    Set<String> kinds = new TreeSet<>();
    for (int memory = 0; memory <= 48 << 10; memory += 64) {
      DeviceInfo exact = RouterDevices.of(Kind.GPU, "Some", 128, memory, 256);
      DeviceInfo facts = RouterDevices.withoutExactFloats(exact);
      KernelVariant kernel = Routes.first(Routes.route(facts, three, Route.AUTO)).kernel();
      String tile = kernel.defines().get("TILE");
      String staged = kernel.defines().get("STAGED");
      if (tile != null) {
        int patterns = staged == null ? 0 : Integer.parseInt(staged);
        int spread = Integer.parseInt(tile) * 33 / 32 + 32;
        assertThat(spread + patterns * Float.BYTES).isLessThanOrEqualTo(memory);
      }
      kinds.add(kernel.name() + (staged == null ? "" : " staged"));
      kinds.add(Routes.first(Routes.route(exact, FLOATS, Route.AUTO)).kernel().name() + " too");
    }
    assertThat(kinds)
        .containsExactly(
            "convert_local",
            "convert_local staged",
            "convert_local too",
            "convert_tiles",
            "convert_tiles too");
  }

  @Test
  void largeTablesStayWhereTheyAre() {
    for (int rules = 1; rules < 8; rules++) {
      Launch.Kernel launch = Routes.first(Routes.route(FLUSHING, rules(rules), Route.AUTO));
      assertThat(launch.kernel().defines().containsKey("STAGED"))
          .as("%s tables of 1 KiB", rules)
          .isEqualTo(rules <= 4);
    }
  }

  /// So many parts of bytes, each with a rule of its own.
  private static SplitPlan rules(int count) {
    double[] scales = new double[count];
    for (int i = 0; i < count; i++) {
      scales[i] = i + 1;
    }
    return SplitPlan.of(
            Layout.of(ElementType.U8, 1080, 1920L * count), 1, Cut.intoEqualParts(count))
        .converted(Conversion.to(ElementType.F32).scaled(scales, new double[1]));
  }

  /// A device with next to no local memory gets the kernel that needs none.
  @Test
  void littleLocalMemory() {
    DeviceInfo small = RouterDevices.of(Kind.GPU, "Small", 128, 0, 256);
    Launch.Kernel launch = Routes.first(Routes.route(small, FLOATS, Route.AUTO));
    assertThat(launch.kernel().name()).isEqualTo("convert_tiles");
  }
}
