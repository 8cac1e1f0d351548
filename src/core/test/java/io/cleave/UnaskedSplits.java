package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Guarded;
import io.cleave.spi.MemoryKind;
import io.cleave.spi.SplitCheck;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Splits on whatever [io.cleave.Splitter#open()] uses, for callers of another class loader.
public final class UnaskedSplits implements Runnable, AutoCloseable {
  private final Splitter splitter = Splitter.open();
  private final SplitPlan plan;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment data;
  private final List<MemorySegment> expected = new ArrayList<>();

  /// Opens the splitter.
  ///
  /// @param number of a plan; what is found out about one says nothing of the others
  public UnaskedSplits(int number) {
    this.plan =
        SplitPlan.of(
            Layout.of(ElementType.F32, 1 << 12, 256 + 8 * number), 1, Cut.byLengths(1, 3, -1));
    this.data = arena.allocate(plan.data().bytes(), 128);
    data.copyFrom(SplitCheck.bytes(plan, new Random(1)));
    for (Part part : plan.parts()) {
      expected.add(MemorySegment.ofArray(SplitCheck.expected(part, plan, data)));
    }
  }

  /// One split into new memory, of which every byte is checked.
  @Override
  public void run() {
    try (Arena call = Arena.ofShared()) {
      List<Guarded> parts =
          plan.parts().stream()
              .map(part -> Guarded.allocate(MemoryKind.NATIVE, part.bytes(), 0, call))
              .toList();
      splitter.split(plan, data, parts.stream().map(Guarded::memory).toList());
      for (int i = 0; i < expected.size(); i++) {
        assertThat(parts.get(i).memory().mismatch(expected.get(i))).as("part %s", i).isNegative();
        parts.get(i).requireIntact();
      }
    }
  }

  /// What it would do now.
  @Override
  public String toString() {
    return splitter.explain(plan);
  }

  @Override
  public void close() {
    splitter.close();
    arena.close();
  }
}
