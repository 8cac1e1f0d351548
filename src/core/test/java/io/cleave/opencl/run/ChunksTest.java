package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Device;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.KnownDevice;
import io.cleave.spi.RouteExplanation;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunksTest {
  private static SplitPlan plan(ElementType type, long rows, long... lengths) {
    return SplitPlan.of(
        Layout.of(type, rows, Arrays.stream(lengths).sum()), 1, Cut.byLengths(lengths));
  }

  private static Chunks chunks(SplitPlan plan, long bytes) {
    return Chunks.of(plan, bytes, bytes, true);
  }

  /// A kernel moves words of 16 bytes where it may rely on that.
  @Test
  void tellWhetherAllBeginAtSuchMultiples() {
    SplitPlan plan = plan(ElementType.U8, 1000, 3, 4);
    assertThat(chunks(plan, 7000).keepAlignment()).as("one chunk").isTrue();
    assertThat(chunks(plan, 3000).keepAlignment()).as("chunks of 384 rows").isTrue();
    assertThat(chunks(plan, 700).keepAlignment()).as("chunks of 100 rows").isFalse();
    SplitPlan wide = plan(ElementType.U8, 1000, 32, 16);
    assertThat(chunks(wide, 4800).keepAlignment()).as("rows of whole words").isTrue();
    assertThat(chunks(wide.converted(Conversion.to(ElementType.F16)), 9600).keepAlignment())
        .as("rows of whole words that are converted")
        .isTrue();
  }

  @Test
  void haveOneRowAtTheLeast() {
    SplitPlan plan = plan(ElementType.U8, 100_000, 8);
    assertThat(Chunks.of(plan, 80_000, 400_000, false).rows()).isEqualTo(9984);
    assertThat(Chunks.of(plan, 100, 400_000, false).rows()).isEqualTo(12);
    assertThat(Chunks.of(plan, 7, 400_000, false).rows()).isEqualTo(1);
    assertThat(Chunks.of(plan, 7, 7, false).fit()).isFalse();
    assertThat(Chunks.of(plan(ElementType.U4, 100, 3), 7, 11, false).fit())
        .as("8 rows are whole bytes")
        .isFalse();
  }

  @Test
  void countBeyondFourGibibytes() {
    SplitPlan plan = plan(ElementType.U4, 1L << 33, 1, 2);
    Chunks chunks = chunks(plan, 1L << 30);
    assertThat(chunks.count()).isGreaterThan(11);
    assertThat((chunks.count() - 1) * chunks.each().rows() + chunks.last().rows())
        .isEqualTo(plan.rows());
  }

  @Test
  void leaveRoomForTheSecondChunkAndForThePartsOfBoth() {
    Device device = new KnownDevice(KnownDevice.Kind.GPU, "any", "any", 1, 10L << 30, 0);
    assertThat(4 * Chunks.largest(info(device, 9L << 30, false))).isLessThan(10L << 30);
    assertThat(Chunks.largest(info(device, 1L << 30, false))).isLessThan(1L << 30);
    assertThat(Chunks.largest(info(device, 9L << 30, true))).isGreaterThan(6L << 30);
  }

  private static DeviceInfo info(Device device, long maxAllocation, boolean sharesMemory) {
    return new DeviceInfo(
        device, "OpenCL 3.0", 128, maxAllocation, 1 << 15, 256, sharesMemory, true, false, false);
  }

  @Test
  void tellHowManyThereAre() {
    RouteExplanation route = new RouteExplanation("fused", "it fits", List.of());
    Chunks one = chunks(plan(ElementType.U8, 1000, 3, 4), 7000);
    assertThat(one.describe(route)).isSameAs(route);
    Chunks three = chunks(plan(ElementType.U8, 1000, 3, 4), 3000);
    assertThat(three.describe(route).reason())
        .isEqualTo("it fits; in 3 chunks of up to 384 rows, so that each fits the device");
  }
}
