package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.backend.Route;
import io.cleave.backend.RouteName;
import io.cleave.conformance.NaiveSplit;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a splitter does with rows that are too long for its device.
class LongRowsTest {
  private static final long SLAB_BYTES = 1000;

  private static OpenClSplitter<?, ?> open(FakeSession session, RouteName wish) {
    return new OpenClSplitter<>(session, CpuSplitter.open(1), wish, SLAB_BYTES);
  }

  private static SplitPlan plan(ElementType type, long rows) {
    return SplitPlan.byLengths(Shape.of(rows, 7001), type, 1, 3, 0, 2500, 11, 4487);
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "true, 3", "false, 1", "false, 3"})
  void cutsThemIntoPieces(boolean sharesMemory, long rows) {
    FakeSession session = new FakeSession(rows, true, sharesMemory);
    try (var splitter = open(session, RouteName.FUSED)) {
      splits(splitter, plan(ElementType.F32, rows));
      splits(splitter, plan(ElementType.U8, rows).without(0, 4));
      splits(splitter, plan(ElementType.U8, rows).only(3));
    }
    assertThat(session.compiler().built()).as("kernels of the device").isPositive();
    assertThat(session.live()).isZero();
  }

  private static void splits(OpenClSplitter<?, ?> splitter, SplitPlan plan) {
    byte[] bytes = new byte[Math.toIntExact(plan.bytes())];
    new Random(3).nextBytes(bytes);
    MemorySegment data = MemorySegment.ofArray(bytes);
    List<MemorySegment> parts = new ArrayList<>();
    for (Part part : plan.parts()) {
      parts.add(part.isWanted() ? MemorySegment.ofArray(new byte[(int) part.bytes()]) : null);
    }
    splitter.split(plan, data, parts);
    for (Part part : plan.parts()) {
      if (part.isWanted()) {
        assertThat(parts.get(part.index()).toArray(ValueLayout.JAVA_BYTE))
            .as("%s", part)
            .isEqualTo(
                NaiveSplit.part(
                    data, plan.type(), plan.shape(), plan.axis(), part.start(), part.length()));
      }
    }
  }

  @Test
  void explainsThatItCutsThem() {
    try (var splitter = open(FakeSession.outOfOrder(1), RouteName.FUSED)) {
      Route route = splitter.explain(plan(ElementType.U8, 2));
      assertThat(route.name()).isEqualTo("fused");
      assertThat(route.reason())
          .endsWith("; each row in 8 pieces of up to 896 bytes, so that each fits the device");
    }
  }

  /// Where a part begins within a byte, pieces of it are no whole bytes.
  @Test
  void refusesARouteForBitsThatDoNotFit() {
    try (var splitter = open(FakeSession.outOfOrder(1), RouteName.BITS)) {
      SplitPlan bits = plan(ElementType.U4, 20);
      String message =
          "route bits takes at least 8 rows of %s at once, which do not fit the 1000 bytes that device a fake holds at once; split in two steps, or leave the route to auto"
              .formatted(bits.headline());
      assertThatThrownBy(() -> splitter.explain(bits))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
      assertThatThrownBy(() -> splits(splitter, bits))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
    }
  }

  @Test
  void leavesBitsThatDoNotFitToTheHost() {
    FakeSession session = FakeSession.outOfOrder(1);
    try (var splitter = open(session, RouteName.AUTO)) {
      SplitPlan bits = plan(ElementType.U4, 20);
      splits(splitter, bits);
      splits(splitter, bits);
      assertThat(splitter.explain(bits).reason())
          .startsWith("by the host, since too few rows fit the device at once; ");
    }
    assertThat(session.compiler().built()).isZero();
  }

  /// What a device that shares memory reaches through a window is memory beside the caller's own.
  @ParameterizedTest
  @CsvSource({"1, 201326592", "3, 100000000", "100, 2000000"})
  void stagesABoundedPart(long rows, long rowBytes) {
    SplitPlan plan =
        SplitPlan.byLengths(Shape.of(rows, rowBytes), ElementType.U8, 1, 7, rowBytes - 7);
    Steps steps = Steps.of(plan, 1L << 33).finer(64L << 20);
    assertThat(steps.plans()).allMatch(step -> step.bytes() <= 64L << 20);
    assertThat(steps.count()).isLessThanOrEqualTo(2 * Math.ceilDiv(plan.bytes(), 64L << 20));
  }
}
