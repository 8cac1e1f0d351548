package io.cleave.opencl.route;

import static io.cleave.opencl.route.Routes.first;
import static io.cleave.opencl.route.Routes.route;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.plan.Cut;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.KnownDevice.Kind;
import org.junit.jupiter.api.Test;

/// Local memory that is little, and tiles that fill it.
class LocalMemoryTest {
  @Test
  void littleLocalMemoryMeansSmallTiles() {
    SplitPlan plan = RouterSuite.H_ISSUE.plan();
    assertThat(gpuWith(8 << 10, plan)).startsWith("split_local").contains("TILE=7808");
    assertThat(gpuWith(0, plan)).startsWith("split_bits");
  }

  private static DeviceInfo gpu(long localMemory) {
    return RouterDevices.of(Kind.GPU, "Small", 128, localMemory, 256);
  }

  private static String gpuWith(long localMemory, SplitPlan plan) {
    return first(route(gpu(localMemory), plan, Route.AUTO)).kernel().toString();
  }

  @Test
  void runsThatEndWithinBytesAreNotCut() {
    SplitPlan plan = SplitPlan.of(Layout.of(U4, 64, 100_002), 1, Cut.intoEqualParts(2));
    Launch.Kernel launch = first(route(RouterDevices.NVIDIA, plan, Route.AUTO));
    assertThat(launch.kernel().toString()).startsWith("split_bits");
  }

  @Test
  void bitsOfOneRowMayBeCut() {
    SplitPlan plan = SplitPlan.of(Layout.of(U4, 200_001), 0, Cut.byLengths(100_001, -1));
    Launch.Kernel launch = first(route(RouterDevices.NVIDIA, plan, Route.AUTO));
    assertThat(launch.kernel().name()).isEqualTo("split_local");
  }

  /// Of every 32 words one stays empty, and the kernel adds 32 bytes.
  @Test
  void tilesOfAnyRowsFit() {
    for (int memory = 1 << 10; memory <= 24 << 10; memory += 1 << 10) {
      for (long extent = memory / 16; extent < memory / 4; extent += 2) {
        SplitPlan plan = SplitPlan.of(Layout.of(U8, 64, extent), 1, Cut.byLengths(2, -1));
        Launch.Kernel launch = first(route(gpu(memory), plan, Route.AUTO));
        int tile = Integer.parseInt(launch.kernel().defines().getOrDefault("TILE", "0"));
        assertThat(tile + tile / 32 + 32)
            .as("%s bytes, rows of %s", memory, extent)
            .isLessThanOrEqualTo(memory);
      }
    }
  }
}
