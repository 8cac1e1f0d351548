package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlabsTest {
  private static SplitPlan plan(ElementType type, long rows, long... lengths) {
    return SplitPlan.byLengths(Shape.of(rows, Arrays.stream(lengths).sum()), type, 1, lengths);
  }

  /// A kernel moves words of 16 bytes where it may rely on that.
  @Test
  void keepAlignmentWhereAllBeginAtSuchMultiples() {
    SplitPlan plan = plan(ElementType.U8, 1000, 3, 4);
    assertThat(Slabs.of(plan, 7000).keepAlignment()).as("one slab").isTrue();
    assertThat(Slabs.of(plan, 3000).keepAlignment()).as("slabs of 384 rows").isTrue();
    assertThat(Slabs.of(plan, 700).keepAlignment()).as("slabs of 100 rows").isFalse();
    SplitPlan wide = plan(ElementType.U8, 1000, 32, 16);
    assertThat(Slabs.of(wide, 4800).keepAlignment()).as("rows of whole words").isTrue();
    assertThat(Slabs.of(wide.converted(Conversion.to(ElementType.F16)), 9600).keepAlignment())
        .as("rows of whole words that are converted")
        .isTrue();
    assertThat(Slabs.of(plan, 1).keepAlignment()).as("no slab").isTrue();
  }

  @Test
  void growFinerButNotCoarser() {
    SplitPlan plan = plan(ElementType.U8, 100_000, 8);
    Slabs slabs = Slabs.of(plan, 400_000);
    assertThat(slabs.finer(80_000)).isEqualTo(new Slabs(plan, 9984));
    assertThat(slabs.finer(100)).isEqualTo(new Slabs(plan, 12));
    assertThat(slabs.finer(7)).as("one row at the least").isEqualTo(new Slabs(plan, 1));
    assertThat(slabs.finer(Long.MAX_VALUE)).isEqualTo(slabs);
  }

  @Test
  void countBeyondFourGibibytes() {
    SplitPlan plan = plan(ElementType.U4, 1L << 33, 1, 2);
    assertThat(plan.unit()).isEqualTo(Unit.BIT);
    Slabs slabs = Slabs.of(plan, 1L << 30);
    assertThat(slabs.count()).isGreaterThan(11);
    long rows = 0;
    for (long slab = 0; slab < slabs.count(); slab++) {
      rows += slabs.plan(slab).rows();
    }
    assertThat(rows).isEqualTo(plan.rows());
  }

  @Test
  void leaveRoomForTheSecondSlabAndForThePartsOfBoth() {
    Device device = new Device(Device.Kind.GPU, "any", "any", 1, 10L << 30);
    DeviceInfo facts =
        new DeviceInfo(
            device, "OpenCL 3.0", 128, 9L << 30, 1 << 15, 256, false, true, false, false);
    assertThat(4 * Slabs.largest(facts)).isLessThan(10L << 30);
    DeviceInfo small =
        new DeviceInfo(
            device, "OpenCL 3.0", 128, 1L << 30, 1 << 15, 256, false, true, false, false);
    assertThat(Slabs.largest(small)).isLessThan(1L << 30);
    DeviceInfo shared =
        new DeviceInfo(device, "OpenCL 3.0", 128, 9L << 30, 1 << 15, 256, true, true, false, false);
    assertThat(Slabs.largest(shared)).isGreaterThan(6L << 30);
  }

  @Test
  void tellHowManyThereAre() {
    Route route = new Route("fused", "it fits", List.of());
    Slabs one = Slabs.of(plan(ElementType.U8, 1000, 3, 4), 7000);
    assertThat(one.describe(route)).isSameAs(route);
    Slabs three = Slabs.of(plan(ElementType.U8, 1000, 3, 4), 3000);
    assertThat(three.describe(route).reason())
        .isEqualTo("it fits; in 3 slabs of up to 384 rows, so that each fits the device");
  }
}
