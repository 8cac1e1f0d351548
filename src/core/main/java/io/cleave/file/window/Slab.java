package io.cleave.file.window;

import io.cleave.Splitter;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// What is done to some rows of the data. An immutable value.
sealed interface Slab {
  /// What an output takes that is not wanted.
  long UNWANTED = -1;

  /// The same for fewer rows.
  Slab of(long rows);

  /// The bytes of the data.
  long bytes();

  /// The bytes of each output, or [#UNWANTED].
  LongStream outputs();

  /// Splits these rows.
  ///
  /// @param outputs null where one is not wanted
  void split(
      Splitter splitter, MemorySegment data, List<? extends @Nullable MemorySegment> outputs);

  /// Each part is an output.
  record Parts(SplitPlan plan) implements Slab {
    @Override
    public Slab of(long rows) {
      return new Parts(plan.slab(rows));
    }

    @Override
    public long bytes() {
      return plan.bytes();
    }

    @Override
    public LongStream outputs() {
      return plan.parts().stream()
          .mapToLong((Part part) -> part.isWanted() ? part.bytes() : UNWANTED);
    }

    @Override
    public void split(
        Splitter splitter, MemorySegment data, List<? extends @Nullable MemorySegment> outputs) {
      splitter.split(plan, data, outputs);
    }
  }

  /// All parts are one output.
  record Stacked(StackedPlan plan) implements Slab {
    @Override
    public Slab of(long rows) {
      return new Stacked(plan.slab(rows));
    }

    @Override
    public long bytes() {
      return plan.slices().bytes();
    }

    @Override
    public LongStream outputs() {
      return LongStream.of(plan.bytes());
    }

    @Override
    public void split(
        Splitter splitter, MemorySegment data, List<? extends @Nullable MemorySegment> outputs) {
      splitter.split(plan, data, Objects.requireNonNull(outputs.getFirst()));
    }
  }
}
