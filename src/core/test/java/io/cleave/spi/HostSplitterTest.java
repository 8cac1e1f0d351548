package io.cleave.spi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Tensor;
import io.cleave.conformance.PlainSplitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Plans that reach a splitter's subclass, and bytes that reach the caller.
class HostSplitterTest {

  /// Keeps the plans that it was asked to carry out.
  static final class Recorder extends PlainSplitter {
    final List<SplitPlan> plans = new ArrayList<>();
    int releases;
    Runnable during = () -> {};

    @Override
    public void carryOut(
        SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
      plans.add(plan);
      during.run();
      for (Part part : plan.parts()) {
        assertThat(part.isWanted()).as("%s", part).isEqualTo(parts.get(part.index()) != null);
      }
      super.carryOut(plan, data, parts);
    }

    @Override
    protected void release() {
      releases++;
    }
  }

  private final Recorder splitter = new Recorder();

  static MemorySegment bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return MemorySegment.ofArray(bytes);
  }

  static byte[] content(MemorySegment segment) {
    return segment.toArray(JAVA_BYTE);
  }

  private static SplitPlan columns() {
    return SplitPlan.byLengths(Shape.of(2, 3), ElementType.U8, 1, 1, -1);
  }

  @Test
  void fillsTheCallersMemory() {
    MemorySegment first = bytes(0, 0);
    MemorySegment second = bytes(0, 0, 0, 0);
    splitter.split(columns(), bytes(1, 2, 3, 4, 5, 6), List.of(first, second));
    assertThat(content(first)).containsExactly(1, 4);
    assertThat(content(second)).containsExactly(2, 3, 5, 6);
    assertThat(splitter.plans).containsExactly(columns());
  }

  @Test
  void aNullPartIsNotWantedByThePlanThatIsCarriedOut() {
    MemorySegment second = bytes(0, 0, 0, 0);
    splitter.split(columns(), bytes(1, 2, 3, 4, 5, 6), Arrays.asList(null, second));
    assertThat(content(second)).containsExactly(2, 3, 5, 6);
    assertThat(splitter.plans).containsExactly(columns().only(1));
  }

  @Test
  void whatThePlanDoesNotWantAndWhatIsNullAddUp() {
    SplitPlan plan = SplitPlan.intoEqualParts(Shape.of(6), ElementType.U8, 0, 3);
    MemorySegment last = bytes(0, 0);
    splitter.split(plan.without(0), bytes(1, 2, 3, 4, 5, 6), Arrays.asList(null, null, last));
    assertThat(content(last)).containsExactly(5, 6);
    assertThat(splitter.plans).containsExactly(plan.only(2));
  }

  @Test
  void aPlanWithoutPartsNeedsNoMemory() {
    splitter.split(SplitPlan.byLengths(Shape.of(4, 0), ElementType.F32, 1), bytes(), List.of());
    assertThat(splitter.split(columns().only(), tensor().data(), Arena.ofAuto()))
        .containsExactly(null, null);
  }

  private static Tensor tensor() {
    return new Tensor(ElementType.U8, Shape.of(2, 3), bytes(1, 2, 3, 4, 5, 6));
  }

  @Test
  void makesItsOwnOutputsInTheCallersArena() {
    List<@Nullable Tensor> parts;
    try (Arena arena = Arena.ofConfined()) {
      parts = splitter.split(columns(), tensor().data(), arena);
      assertThat(parts).hasToString("[u8 [2, 1], u8 [2, 2]]");
      assertThat(content(data(parts, 0))).containsExactly(1, 4);
      assertThat(content(data(parts, 1))).containsExactly(2, 3, 5, 6);
    }
    assertThat(data(parts, 0).scope().isAlive()).isFalse();
  }

  static MemorySegment data(List<@Nullable Tensor> parts, int index) {
    Tensor part = parts.get(index);
    if (part == null) {
      throw new AssertionError("part " + index + " is null");
    }
    return part.data();
  }
}
