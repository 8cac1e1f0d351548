package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.conformance.NaiveSplit;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SlabsTest {
  private static SplitPlan plan(ElementType type, long rows, long... lengths) {
    return SplitPlan.byLengths(Shape.of(rows, Arrays.stream(lengths).sum()), type, 1, lengths);
  }

  @Test
  void isOneWhereEverythingFits() {
    SplitPlan plan = plan(ElementType.U8, 1000, 3, 4);
    Slabs slabs = Slabs.of(plan, 7000);
    assertThat(slabs.count()).isEqualTo(1);
    assertThat(slabs.plan(0)).isSameAs(plan);
    assertThat(slabs.fit()).isTrue();
  }

  @Test
  void coversAllRowsTheLastOneShorter() {
    Slabs slabs = Slabs.of(plan(ElementType.U8, 1000, 3, 4), 3000);
    assertThat(slabs.rows()).isEqualTo(384);
    assertThat(slabs.count()).isEqualTo(3);
    assertThat(slabs.plan(0).rows()).isEqualTo(384);
    assertThat(slabs.plan(2).rows()).isEqualTo(1000 - 2 * 384);
    assertThat(slabs.plan(1).bytes()).isLessThanOrEqualTo(3000);
  }

  /// Parts are as many bytes as they have elements of their own type.
  @Test
  void convertedPartsAreTakenInTheirOwnType() {
    SplitPlan plan =
        plan(ElementType.U4, 1000, 3, 4).converted(Conversion.to(ElementType.F16)).without(0);
    Slabs slabs = Slabs.of(plan, 4000);
    assertThat(slabs.rows()).as("rows of 8 bytes in the part").isEqualTo(384);
    List<MemorySegment> parts = parts(plan);
    MemorySegment slab = Objects.requireNonNull(slabs.parts(1, parts).get(1));
    assertThat(slab.address()).isEqualTo(384 * 8);
    assertThat(slab.byteSize()).isEqualTo(384 * 8);
    MemorySegment last = Objects.requireNonNull(slabs.parts(2, parts).get(1));
    assertThat(last.address()).isEqualTo(2 * 384 * 8);
    assertThat(last.byteSize()).isEqualTo((1000 - 2 * 384) * 8);
    assertThat(slabs.data(1, MemorySegment.ofArray(new byte[3500])).address())
        .isEqualTo(384 * 7 / 2);
  }

  /// Where data and parts are aligned to 16 bytes, slabs are as well, also those of bits.
  @ParameterizedTest
  @EnumSource(names = "STRING", mode = EnumSource.Mode.EXCLUDE)
  void beginsAtMultiplesOfSixteenBytes(ElementType type) {
    SplitPlan plan = plan(type, 1001, 3, 4, 6);
    Slabs slabs = Slabs.of(plan, plan.bytes() / 3);
    assertThat(slabs.count()).isGreaterThan(2);
    MemorySegment data = MemorySegment.ofArray(new byte[Math.toIntExact(plan.bytes())]);
    List<MemorySegment> parts = parts(plan);
    for (long slab = 0; slab < slabs.count(); slab++) {
      assertThat(slabs.data(slab, data).address() % 16).isZero();
      for (MemorySegment part : slabs.parts(slab, parts)) {
        assertThat(Objects.requireNonNull(part).address() % 16).isZero();
      }
    }
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

  /// Splits slab by slab and gets what the whole split gives.
  @ParameterizedTest
  @EnumSource(names = "STRING", mode = EnumSource.Mode.EXCLUDE)
  void giveTogetherWhatTheWholeGives(ElementType type) {
    SplitPlan plan = plan(type, 777, 3, 0, 5, 1);
    byte[] data = new byte[Math.toIntExact(plan.bytes())];
    new Random(1).nextBytes(data);
    List<MemorySegment> parts = parts(plan);
    Slabs slabs = Slabs.of(plan, plan.bytes() / 2);
    for (long slab = 0; slab < slabs.count(); slab++) {
      split(
          slabs.plan(slab),
          slabs.data(slab, MemorySegment.ofArray(data)),
          slabs.parts(slab, parts));
    }
    for (Part part : plan.parts()) {
      assertThat(parts.get(part.index()).toArray(ValueLayout.JAVA_BYTE))
          .as("%s", part)
          .isEqualTo(naive(plan, part, MemorySegment.ofArray(data)));
    }
  }

  private static void split(
      SplitPlan plan, MemorySegment data, List<@Nullable MemorySegment> parts) {
    for (Part part : plan.parts()) {
      MemorySegment to = parts.get(part.index());
      if (to != null) {
        to.copyFrom(MemorySegment.ofArray(naive(plan, part, data)));
      }
    }
  }

  private static byte[] naive(SplitPlan plan, Part part, MemorySegment data) {
    return NaiveSplit.part(
        data, plan.type(), plan.shape(), plan.axis(), part.start(), part.length());
  }

  private static List<MemorySegment> parts(SplitPlan plan) {
    List<MemorySegment> parts = new ArrayList<>();
    for (Part part : plan.parts()) {
      parts.add(MemorySegment.ofArray(new byte[Math.toIntExact(part.bytes())]));
    }
    return parts;
  }

  @Test
  void givesNoMemoryForWhatIsAbsentOrEmpty() {
    SplitPlan plan = plan(ElementType.U3, 777, 3, 0, 5).without(2);
    List<@Nullable MemorySegment> parts = new ArrayList<>(parts(plan));
    parts.set(2, null);
    List<@Nullable MemorySegment> slices = Slabs.of(plan, plan.bytes() / 2).parts(1, parts);
    assertThat(slices.get(0)).isNotNull();
    assertThat(slices.get(1)).isNull();
    assertThat(slices.get(2)).isNull();
  }

  @Test
  void doNotFitWhereRowsAreTooLong() {
    Slabs slabs = Slabs.of(plan(ElementType.U1, 1000, 1 << 20, 1), 1 << 19);
    assertThat(slabs.fit()).isFalse();
    assertThat(slabs.count()).isZero();
    assertThat(slabs.finer(1 << 10).fit()).isFalse();
  }

  @Test
  void fitWhereThereIsNothing() {
    Slabs slabs = Slabs.of(plan(ElementType.U8, 0, 1, 2), 1);
    assertThat(slabs.fit()).isTrue();
    assertThat(slabs.count()).isZero();
    assertThat(slabs.finer(1).count()).isZero();
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
    DeviceFacts facts = new DeviceFacts(device, "OpenCL 3.0", 128, 9L << 30, 1 << 15, 256, false);
    assertThat(4 * Slabs.largest(facts)).isLessThan(10L << 30);
    DeviceFacts small = new DeviceFacts(device, "OpenCL 3.0", 128, 1L << 30, 1 << 15, 256, false);
    assertThat(Slabs.largest(small)).isLessThan(1L << 30);
    DeviceFacts shared = new DeviceFacts(device, "OpenCL 3.0", 128, 9L << 30, 1 << 15, 256, true);
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
