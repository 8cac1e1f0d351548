package io.cleave.spi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Tensor;
import io.cleave.conformance.PlainSplitter;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Plans that reach a splitter's subclass, and bytes that reach the caller.
class HostSplitterTest {

  /// Keeps the plans that it was asked to carry out.
  static final class Recorder extends PlainSplitter {
    final List<SplitPlan> plans = new ArrayList<>();
    int releases;
    Runnable during = () -> {};

    @Override
    public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
      plans.add(plan);
      during.run();
      assertThat(data.byteSize()).isEqualTo(plan.data().bytes());
      assertThat(parts).hasSize(plan.partCount());
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
    return SplitPlan.of(Layout.of(ElementType.U8, 2, 3), 1, Cut.byLengths(1, -1));
  }

  @Test
  void partsAreInTheOrderOfThePlan() {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, 6), 0, Cut.intoEqualParts(3));
    MemorySegment last = bytes(0, 0);
    MemorySegment first = bytes(0, 0);
    splitter.split(plan.only(2, 0), bytes(1, 2, 3, 4, 5, 6), last, first);
    assertThat(content(last)).containsExactly(5, 6);
    assertThat(content(first)).containsExactly(1, 2);
  }

  /// The row pitch of the last row need not be there, and more may follow.
  @Test
  void theDataOfAWindowEndsWithItsLastElement() {
    Layout window = Layout.of(ElementType.U8, 2, 2).pitched(0, 4).cropped(1, 1, 1);
    SplitPlan plan = SplitPlan.of(window, 1, Cut.byLengths(1));
    for (MemorySegment data : List.of(bytes(1, 2, 3, 4, 5, 6), bytes(1, 2, 3, 4, 5, 6, 7, 8, 9))) {
      MemorySegment part = bytes(0, 0);
      splitter.split(plan, data, part);
      assertThat(content(part)).containsExactly(2, 6);
    }
  }

  @Test
  void aPlanWithoutPartsNeedsNoMemory() {
    splitter.split(
        SplitPlan.of(Layout.of(ElementType.F32, 4, 0), 1, Cut.byLengths()), bytes(), List.of());
    assertThat(splitter.split(columns().only(), tensor().data(), Arena.ofAuto())).isEmpty();
  }

  private static Tensor tensor() {
    return new Tensor(ElementType.U8, Shape.of(2, 3), bytes(1, 2, 3, 4, 5, 6));
  }
}
