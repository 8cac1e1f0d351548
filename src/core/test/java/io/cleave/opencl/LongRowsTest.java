package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.RouteName;
import io.cleave.backend.SplitCheck;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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

  /// Of types of more than 4 bits one row does not fit, and of fewer not the eight that are whole
  /// bytes.
  private static SplitPlan plan(ElementType type) {
    return SplitPlan.byLengths(Shape.of(20, 7001), type, 1, 3, 0, 2500, 11, 4487);
  }

  private static void splits(Splitter splitter, SplitPlan plan) {
    SplitCheck.check(splitter, plan, new Random(3));
  }

  @ParameterizedTest
  @CsvSource({"true, U8", "false, U8", "true, U4", "false, U4"})
  void leavesThemToTheHost(boolean sharesMemory, ElementType type) {
    FakeSession session = new FakeSession(1, true, sharesMemory);
    try (var splitter = open(session, RouteName.AUTO)) {
      splits(splitter, plan(type));
      splits(splitter, plan(type));
      assertThat(splitter.explain(plan(type)).reason())
          .startsWith("by the host, since too few rows fit the device at once; ");
      assertThat(splitter.candidates(plan(type))).isEmpty();
    }
    assertThat(session.compiler().built()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"FUSED, U8, 1", "BITS, U4, 8"})
  void refusesARouteThatWasAskedFor(RouteName route, ElementType type, int rows) {
    try (var splitter = open(FakeSession.outOfOrder(1), route)) {
      String message =
          "route %s takes at least %s rows of %s at once, which do not fit the 1000 bytes that device a fake takes at once; split in two steps, or leave the route to auto"
              .formatted(route, rows, plan(type).headline());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> splitter.explain(plan(type)))
          .withMessage(message);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> splits(splitter, plan(type)))
          .withMessage(message);
    }
  }

  /// Memory beside the caller's own stays small: rows beyond that are only split in place.
  @Test
  void stagesABoundedPart() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(1, 70 << 20), ElementType.U8, 1, 7, -1);
    FakeSession session = new FakeSession(1, true, true);
    try (var splitter =
            new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.AUTO, 1L << 30);
        Arena arena = Arena.ofConfined()) {
      MemorySegment heap = MemorySegment.ofArray(new byte[(70 << 20) - 7]);
      MemorySegment data = arena.allocate(plan.bytes(), 16);
      MemorySegment small = arena.allocate(7, 16);
      splitter.split(plan, data, List.of(small, heap));
      assertThat(session.compiler().built()).isZero();
      splitter.split(plan, data, List.of(small, arena.allocate(heap.byteSize(), 16)));
      assertThat(session.compiler().built()).isPositive();
    }
  }
}
